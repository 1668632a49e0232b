/** All invoices and credit notes of a month as a ZIP file: `/dashboard/invoices/2026-11.zip`. */
import type { APIRoute } from "astro";
import { may } from "../../../access/roles.ts";
import { allowOnly } from "../../../http/handle.ts";
import { downloadOf } from "../../../http/text-route.ts";
import { sitePaths } from "../../../paths/site.ts";
import { staffPaths } from "../../../paths/staff.ts";
import { callerFromCookie } from "../../../platform/auth/auth.ts";
import { invoicesZip } from "../../../shop/invoices/invoice-zip.server.ts";
import { monthRange } from "../../../shop/invoices/invoices.ts";

export const GET: APIRoute = async ({ request, params: { month = "" } }) => {
	const headers = { "Cache-Control": "no-store" };
	const caller = await callerFromCookie(request.headers);
	if (!may(caller?.role, "sales")) {
		const location = sitePaths.loginReturningTo(staffPaths.invoices);
		return new Response(null, { status: 302, headers: { ...headers, Location: location } });
	}
	if (!monthRange(month)) return new Response(null, { status: 404, headers });
	return downloadOf(`invoices-${month}.zip`, "application/zip", invoicesZip(month));
};

export const ALL = allowOnly("GET");
