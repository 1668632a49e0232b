import { useState } from "react";
import { callPage } from "../../http/call.ts";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import * as lists from "../../messages/lists.ts";
import * as messages from "../../messages/messages.ts";
import { getProfileEndpoint } from "../../shop/users/users.api.ts";
import { type Profile, usersPageSize } from "../../shop/users/users.ts";
import type { ListPage } from "../../values/paging.ts";
import { Empty } from "../ui/Empty.tsx";
import { ListView } from "../ui/ListView.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { ConfirmRoleChange } from "./ConfirmRoleChange.tsx";
import { UserRow } from "./UserRow.tsx";
import { useRoles } from "./useRoles.ts";

/** The list of users has one sort only. */
type UserSort = "email";

interface Props {
	/** E-mail of the signed-in administrator. */
	currentEmail: string;
	/** The page that the server rendered. */
	initialPage: ListPage<Profile>;
	listQuery: ListQuery<UserSort>;
}

/** All users with their roles. */
export function ManageUsers({ currentEmail, initialPage, listQuery }: Props) {
	/** The user whose role is about to change. */
	const [selected, setSelected] = useState<Profile>();
	const close = () => setSelected(undefined);
	const list = useList<Profile, UserSort>({
		fetchPage: ({ sort: _, ...query }) => callPage(getProfileEndpoint, { query }),
		getId: (user) => user._id,
		listQuery,
		defaultSort: "email",
		pageSize: usersPageSize,
		initialPage,
	});
	const { sending, grant, revoke } = useRoles(currentEmail, list.replace);
	return (
		<>
			<ListView
				list={list}
				itemNames={lists.listedUsers}
				searchPlaceholder={texts.nameOrEmail}
				empty={<Empty picture="no-results" text={messages.noUsers} />}
			>
				{(users) => (
					<table className="rows">
						<thead>
							<tr>
								<th scope="col">{common.name}</th>
								<th scope="col" aria-sort="ascending">
									{common.email}
								</th>
								<th scope="col">{common.role}</th>
								<th scope="col">{common.change}</th>
							</tr>
						</thead>
						<tbody>
							{users.map((user) => (
								<UserRow
									key={user._id}
									user={user}
									isSelf={user.email === currentEmail}
									busy={sending}
									onChange={() => setSelected(user)}
								/>
							))}
						</tbody>
					</table>
				)}
			</ListView>
			{selected && (
				<ConfirmRoleChange
					user={selected}
					isSelf={selected.email === currentEmail}
					busy={sending}
					onConfirm={() => (selected.role === "admin" ? revoke : grant)(selected, close)}
					onCancel={close}
				/>
			)}
		</>
	);
}
