import type { ReactNode } from "react";
import type { Profile } from "../../shop/users/users.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

interface Props {
	/** Whose role changes: an administrator's is taken away, a customer becomes one. */
	user: Profile;
	/** Whether this is the administrator at work. */
	isSelf: boolean;
	busy: boolean;
	onConfirm: () => void;
	onCancel: () => void;
}

/** Asks before a role changes, and says what the change brings. */
export function ConfirmRoleChange({ user, isSelf, ...dialog }: Props) {
	const person = (
		<>
			<strong>{user.name}</strong> ({user.email})
		</>
	);
	if (user.role !== "admin") {
		return (
			<ConfirmDialog title="Make this user an administrator?" confirmLabel="Make Admin" {...dialog}>
				<p>{person} will be able to change tools, orders and roles, yours too.</p>
			</ConfirmDialog>
		);
	}
	return (
		<ConfirmDialog
			title={isSelf ? "Give up your own role?" : "Remove this administrator?"}
			confirmLabel="Remove Admin"
			{...dialog}
		>
			<p>
				{isSelf ? (
					ownRemovalWarning(person)
				) : (
					<>{person} will lose the administration of tools, orders and users, and be signed out.</>
				)}
			</p>
		</ConfirmDialog>
	);
}

function ownRemovalWarning(person: ReactNode): ReactNode {
	return (
		<>
			This is you, {person}. You will lose the administration at once and be signed out; only
			another administrator can give it back.
		</>
	);
}
