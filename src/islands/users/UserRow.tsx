import { useId } from "react";
import * as messages from "../../messages.ts";
import type { Profile } from "../../shop/users/users.ts";
import { useHydrated } from "../ui/useHydrated.ts";

interface Props {
	user: Profile;
	/** Whether this is the administrator at work. */
	oneself: boolean;
	busy: boolean;
	onChange: () => void;
}

/** A user, their role, and the button that changes it. */
export function UserRow({ user, oneself, busy, onChange }: Props) {
	const hydrated = useHydrated();
	const admin = user.role === "admin";
	const action = admin ? "Remove Admin" : "Make Admin";
	const mayGrant = admin || user.verified;
	const why = useId();
	return (
		<tr>
			<th scope="row" data-label="Name">
				{user.name}
				{oneself && <span className="text-quiet"> (you)</span>}
			</th>
			<td data-label="Email">
				{user.email}
				{!user.verified && (
					<span id={why} className="block text-sm text-quiet">
						{messages.emailNotVerified}
					</span>
				)}
			</td>
			<td data-label="Role">
				<span className={`badge ${admin ? "badge-neutral" : "badge-outline"}`}>
					{admin ? "Administrator" : "Customer"}
				</span>
			</td>
			<td className="row-actions">
				<button
					type="button"
					className={`btn ${admin ? "btn-outline" : "btn-primary"}`}
					disabled={!hydrated || busy || !mayGrant}
					aria-describedby={mayGrant ? undefined : why}
					aria-label={`${action}: ${user.email}`}
					onClick={onChange}
				>
					{action}
				</button>
			</td>
		</tr>
	);
}
