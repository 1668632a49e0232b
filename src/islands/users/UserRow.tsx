import type { Profile } from "../../shop/users/users.ts";
import { useHydrated } from "../ui/useHydrated.ts";

interface Props {
	user: Profile;
	/** Whether this is the administrator at work. */
	oneself: boolean;
	busy: boolean;
	onGrant: () => void;
	onRevoke: () => void;
}

/** A user, their role, and the button that changes it. */
export function UserRow({ user, oneself, busy, onGrant, onRevoke }: Props) {
	const hydrated = useHydrated();
	const admin = user.role === "admin";
	const action = admin ? "Remove Admin" : "Make Admin";
	return (
		<tr>
			<th scope="row" data-label="Name">
				{user.name}
				{oneself && <span className="text-quiet"> (you)</span>}
			</th>
			<td data-label="Email">{user.email}</td>
			<td data-label="Role">
				<span className={`badge ${admin ? "badge-neutral" : "badge-outline"}`}>
					{admin ? "Administrator" : "Customer"}
				</span>
			</td>
			<td className="row-actions">
				<button
					type="button"
					className={`btn ${admin ? "btn-outline" : "btn-primary"}`}
					disabled={!hydrated || busy}
					aria-label={`${action}: ${user.email}`}
					onClick={admin ? onRevoke : onGrant}
				>
					{action}
				</button>
			</td>
		</tr>
	);
}
