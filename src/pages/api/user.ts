import { handle } from "../../http/handle.ts";
import { getProfileEndpoint } from "../../shop/users/users.api.ts";
import { getProfile, listUsers } from "../../shop/users/users.server.ts";
import { parsePage, setPageHeaders } from "../../values/paging.ts";

export const { GET, ALL } = handle(
	getProfileEndpoint,
	async ({ caller, query, request, headers }) => {
		if (query.email !== undefined) return getProfile(caller, query.email);
		const page = await listUsers(caller, { ...parsePage(query), q: query.q });
		setPageHeaders(headers, request.url, page);
		return page.users;
	},
);
