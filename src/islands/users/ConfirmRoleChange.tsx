import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import type { Profile } from "../../shop/users/users.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Sentence } from "../ui/Sentence.tsx";

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
			<strong>{user.name}</strong> ({shownEmail(user.email)})
		</>
	);
	if (user.role !== "admin") {
		return (
			<ConfirmDialog title={texts.makeAdminQuestion} confirmLabel={common.makeAdmin} {...dialog}>
				<p>
					<Sentence text={texts.makeAdminEffect}>{person}</Sentence>
				</p>
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
				<Sentence text={isSelf ? texts.removeOwnRoleEffect : texts.removeAdminEffect}>
					{person}
				</Sentence>
			</p>
		</ConfirmDialog>
	);
}
