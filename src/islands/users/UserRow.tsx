import { useId } from "react";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import { roleNames } from "../../messages/customers.ts";
import * as messages from "../../messages/messages.ts";
import { staffPaths } from "../../paths/staff.ts";
import type { Profile } from "../../shop/users/users.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { Button } from "../ui/Button.tsx";

interface Props {
	user: Profile;
	/** Whether the user is the signed-in administrator. */
	isSelf: boolean;
	busy: boolean;
	onChange: () => void;
}

/** A user with their role and a button to change it. */
export function UserRow({ user, isSelf, busy, onChange }: Props) {
	const isAdmin = user.role === "admin";
	const action = isAdmin ? texts.removeAdmin : common.makeAdmin;
	const canChangeRole = isAdmin || user.verified;
	const reasonId = useId();
	return (
		<tr>
			<th scope="row">
				<a className="link" href={staffPaths.customer(user._id)}>
					{user.name}
				</a>
				{isSelf && <span className="text-quiet"> {texts.isYou}</span>}
			</th>
			<td>
				{shownEmail(user.email)}
				{!user.verified && (
					<span id={reasonId} className="block text-sm text-quiet">
						{messages.emailNotVerified}
					</span>
				)}
			</td>
			<td className="is-narrow" data-label={common.role}>
				<span className={`badge ${user.role === "user" ? "badge-outline" : "badge-neutral"}`}>
					{roleNames[user.role]}
				</span>
			</td>
			<td className="row-actions">
				<Button
					disabled={busy || !canChangeRole}
					aria-describedby={canChangeRole ? undefined : reasonId}
					aria-label={`${action}: ${shownEmail(user.email)}`}
					onClick={onChange}
				>
					{action}
				</Button>
			</td>
		</tr>
	);
}
