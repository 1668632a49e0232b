import type { ReactNode } from "react";
import type { Profile } from "../../shop/users/users.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

interface Props {
	/** Whose role changes: an administrator's is taken away, a customer becomes one. */
	user: Profile;
	/** Whether this is the administrator at work. */
	oneself: boolean;
	busy: boolean;
	onConfirm: () => void;
	onCancel: () => void;
}

/** Asks before a role changes, and says what the change brings. */
export function RoleQuestion({ user, oneself, ...dialog }: Props) {
	const who = (
		<>
			<strong>{user.name}</strong> ({user.email})
		</>
	);
	if (user.role !== "admin") {
		return (
			<ConfirmDialog title="Make this user an administrator?" action="Make Admin" {...dialog}>
				<p>{who} will be able to change tools, orders and roles, yours too.</p>
			</ConfirmDialog>
		);
	}
	return (
		<ConfirmDialog
			title={oneself ? "Give up your own role?" : "Remove this administrator?"}
			action="Remove Admin"
			{...dialog}
		>
			<p>
				{oneself ? (
					ownLoss(who)
				) : (
					<>{who} will lose the administration of tools, orders and users, and be signed out.</>
				)}
			</p>
		</ConfirmDialog>
	);
}

function ownLoss(who: ReactNode): ReactNode {
	return (
		<>
			This is you, {who}. You will lose the administration at once and be signed out; only another
			administrator can give it back.
		</>
	);
}
