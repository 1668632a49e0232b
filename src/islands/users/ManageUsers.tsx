import { useState } from "react";
import { callPage } from "../../http/call.ts";
import type { ListPage } from "../../http/paging.ts";
import * as messages from "../../messages.ts";
import { getProfileEndpoint } from "../../shop/users/users.api.ts";
import { type Profile, usersPageSize } from "../../shop/users/users.ts";
import type { Asked } from "../ui/asked.ts";
import { ListFrame } from "../ui/ListFrame.tsx";
import { useList } from "../ui/useList.ts";
import { RoleQuestion } from "./RoleQuestion.tsx";
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
	/** The user whose role is about to change. */
	const [chosen, setChosen] = useState<Profile>();
	const close = () => setChosen(undefined);
	const list = useList<Profile, UserSort>({
		fetchPage: ({ sort: _, ...query }) => callPage(getProfileEndpoint, { query }),
		idOf: (user) => user._id,
		asked,
		standard: "email",
		pageSize: usersPageSize,
		first,
	});
	const { sending, grant, revoke } = useRoles(self, list.replace);
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
									onChange={() => setChosen(user)}
								/>
							))}
						</tbody>
					</table>
				)}
			</ListFrame>
			{chosen && (
				<RoleQuestion
					user={chosen}
					oneself={chosen.email === self}
					busy={sending}
					onConfirm={() => (chosen.role === "admin" ? revoke : grant)(chosen, close)}
					onCancel={close}
				/>
			)}
		</>
	);
}
