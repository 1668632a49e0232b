import type { ReactNode } from "react";
import * as texts from "../../messages.account.ts";
import * as common from "../../messages.common.ts";
import type { Profile } from "../../shop/users/users.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";

interface Props {
	/** The user whose role changes: an administrator loses the role, a customer gets it. */
	user: Profile;
	/** Whether the user is the signed-in administrator. */
	isSelf: boolean;
	busy: boolean;
	onConfirm: () => void;
	onCancel: () => void;
}

/** Asks for confirmation before a role changes and describes the effect. */
export function ConfirmRoleChange({ user, isSelf, ...dialog }: Props) {
	const person = (
		<>
			<strong>{user.name}</strong> ({user.email})
		</>
	);
	if (user.role !== "admin") {
		return (
			<ConfirmDialog title={texts.makeAdminQuestion} confirmLabel={common.makeAdmin} {...dialog}>
				<p>{person} will be able to change tools, orders and roles, including yours.</p>
			</ConfirmDialog>
		);
	}
	return (
		<ConfirmDialog
			title={isSelf ? texts.removeOwnRoleQuestion : texts.removeAdminQuestion}
			confirmLabel={texts.removeAdmin}
			{...dialog}
		>
			<p>
				{isSelf ? (
					ownRemovalWarning(person)
				) : (
					<>{person} will lose admin access to tools, orders and users, and be signed out.</>
				)}
			</p>
		</ConfirmDialog>
	);
}

function ownRemovalWarning(person: ReactNode): ReactNode {
	return (
		<>
			This is you, {person}. You will lose admin access immediately and be signed out; only another
			administrator can restore it.
		</>
	);
}
