/** An export as a CSV file, of some days: `/dashboard/export/orders.csv?from=2026-10-01&to=2026-10-31&bom=1`. */
import type { APIRoute } from "astro";
import { may } from "../../../access/roles.ts";
import { allowOnly } from "../../../http/handle.ts";
import { downloadOf } from "../../../http/text-route.ts";
import { sitePaths } from "../../../paths/site.ts";
import { staffPaths } from "../../../paths/staff.ts";
import { callerFromCookie } from "../../../platform/auth/auth.ts";
import { exportCsv } from "../../../shop/exports/exports.server.ts";
import { exportKinds, isExportKind, parseDays } from "../../../shop/exports/exports.ts";

export const GET: APIRoute = async ({ request, params }) => {
	const headers = { "Cache-Control": "no-store" };
	const kind = params.file?.replace(/\.csv$/, "");
	const caller = await callerFromCookie(request.headers);
	if (!isExportKind(kind) || !may(caller?.role, exportKinds[kind])) {
		const location = sitePaths.loginReturningTo(staffPaths.exports);
		return new Response(null, { status: 302, headers: { ...headers, Location: location } });
	}
	const { searchParams } = new URL(request.url);
	const pieces = exportCsv(kind, parseDays(searchParams), searchParams.get("bom") === "1");
	return downloadOf(`${kind}.csv`, "text/csv", pieces);
};

export const ALL = allowOnly("GET");
