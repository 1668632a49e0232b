import { handle, only } from "../../http/handle.ts";
import { nextLink, pageOf } from "../../http/paging.ts";
import { getProfileEndpoint } from "../../shop/users/users.api.ts";
import { getProfile, listUsers } from "../../shop/users/users.server.ts";

export const GET = handle(getProfileEndpoint, async ({ caller, query, request, headers }) => {
	if (query.email !== undefined) return getProfile(caller, query.email);
	const { users, next } = await listUsers(caller, { ...pageOf(query), q: query.q });
	if (next) headers.set("Link", nextLink(request.url, next));
	return users;
});

export const ALL = only("GET");
