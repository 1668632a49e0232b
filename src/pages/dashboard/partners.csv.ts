/** The sales by partner as a CSV file. */
import type { APIRoute } from "astro";
import { may } from "../../access/roles.ts";
import { allowOnly } from "../../http/handle.ts";
import { downloadOf } from "../../http/text-route.ts";
import { sitePaths } from "../../paths/site.ts";
import { staffPaths } from "../../paths/staff.ts";
import { callerFromCookie } from "../../platform/auth/auth.ts";
import { partnerSalesForCsv } from "../../shop/partners/partner-sales.server.ts";
import { toPartnerCsv } from "../../shop/partners/partner-sales.ts";

export const GET: APIRoute = async ({ request }) => {
	const headers = { "Cache-Control": "no-store" };
	const caller = await callerFromCookie(request.headers);
	if (!may(caller?.role, "sales")) {
		const location = sitePaths.loginReturningTo(staffPaths.partners);
		return new Response(null, { status: 302, headers: { ...headers, Location: location } });
	}
	return downloadOf("partners.csv", "text/csv", toPartnerCsv(await partnerSalesForCsv()));
};

export const ALL = allowOnly("GET");
