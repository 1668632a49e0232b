/** The codes of an offer as a CSV file: `/dashboard/offers/codes.csv?id=…`. */
import type { APIRoute } from "astro";
import { may } from "../../../access/roles.ts";
import { allowOnly } from "../../../http/handle.ts";
import { downloadOf } from "../../../http/text-route.ts";
import { offerList as texts } from "../../../messages/offers.ts";
import { sitePaths } from "../../../paths/site.ts";
import { staffPaths } from "../../../paths/staff.ts";
import { callerFromCookie } from "../../../platform/auth/auth.ts";
import { csvFile } from "../../../shop/csv/csv.ts";
import { codesOfOffer } from "../../../shop/offers/manage-offers.server.ts";

export const GET: APIRoute = async ({ request }) => {
	const headers = { "Cache-Control": "no-store" };
	const caller = await callerFromCookie(request.headers);
	if (!may(caller?.role, "products")) {
		const location = sitePaths.loginReturningTo(staffPaths.offers);
		return new Response(null, { status: 302, headers: { ...headers, Location: location } });
	}
	const found = await codesOfOffer(new URL(request.url).searchParams.get("id") ?? "");
	const lines = found.map(({ code, uses, maxUses }) => [code, uses, maxUses ?? undefined]);
	return downloadOf("codes.csv", "text/csv", csvFile([texts.csvHeadings, ...lines]));
};

export const ALL = allowOnly("GET");
