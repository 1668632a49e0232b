import { useState } from "react";
import { callPage } from "../../http/call.ts";
import type { ListPage } from "../../http/paging.ts";
import * as messages from "../../messages.ts";
import { getProfileEndpoint } from "../../shop/users/users.api.ts";
import { type Profile, usersPageSize } from "../../shop/users/users.ts";
import type { Asked } from "../ui/asked.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { ListFrame } from "../ui/ListFrame.tsx";
import { useList } from "../ui/useList.ts";
import { UserRow } from "./UserRow.tsx";
import { useRoles } from "./useRoles.ts";

/** Users come in one order only. */
type UserSort = "email";

interface Props {
	/** E-mail of the administrator at work. */
	self: string;
	/** The page the server has rendered. */
	first: ListPage<Profile>;
	asked: Asked<UserSort>;
}

/** All users, and who of them is an administrator. */
export function ManageUsers({ self, first, asked }: Props) {
	const [doomed, setDoomed] = useState<Profile>();
	const list = useList<Profile, UserSort>({
		fetchPage: ({ sort: _, ...query }) => callPage(getProfileEndpoint, { query }),
		idOf: (user) => user._id,
		asked,
		standard: "email",
		pageSize: usersPageSize,
		first,
	});
	const { sending, grant, revoke } = useRoles(self, list.replace);
	const oneself = doomed?.email === self;
	return (
		<>
			<ListFrame
				list={list}
				nouns={["user", "users"]}
				searches="Name or e-mail"
				empty={<p>{messages.noUsers}</p>}
			>
				{(users) => (
					<table className="rows user-rows">
						<thead>
							<tr>
								<th scope="col">Name</th>
								<th scope="col">Email</th>
								<th scope="col">Role</th>
								<th scope="col">Change</th>
							</tr>
						</thead>
						<tbody>
							{users.map((user) => (
								<UserRow
									key={user._id}
									user={user}
									oneself={user.email === self}
									busy={sending}
									onGrant={() => grant(user)}
									onRevoke={() => setDoomed(user)}
								/>
							))}
						</tbody>
					</table>
				)}
			</ListFrame>
			{doomed && (
				<ConfirmDialog
					title={oneself ? "Give up your own role?" : "Remove this administrator?"}
					action="Remove Admin"
					busy={sending}
					onConfirm={() => revoke(doomed, () => setDoomed(undefined))}
					onCancel={() => setDoomed(undefined)}
				>
					{oneself ? (
						<p>
							This is you, <strong>{doomed.name}</strong> ({doomed.email}). You will lose the
							administration at once and be signed out; only another administrator can give it back.
						</p>
					) : (
						<p>
							<strong>{doomed.name}</strong> ({doomed.email}) will lose the administration of tools,
							orders and users, and be signed out.
						</p>
					)}
				</ConfirmDialog>
			)}
		</>
	);
}
