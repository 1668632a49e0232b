import { handle, only } from "../../http/handle.ts";
import { describePage, pageOf } from "../../http/paging.ts";
import { getProfileEndpoint } from "../../shop/users/users.api.ts";
import { getProfile, listUsers } from "../../shop/users/users.server.ts";

export const GET = handle(getProfileEndpoint, async ({ caller, query, request, headers }) => {
	if (query.email !== undefined) return getProfile(caller, query.email);
	const page = await listUsers(caller, { ...pageOf(query), q: query.q });
	describePage(headers, request.url, page);
	return page.users;
});

export const ALL = only("GET");
