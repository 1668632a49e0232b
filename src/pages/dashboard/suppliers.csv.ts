/** What to reorder from a supplier as a CSV file. */
import type { APIRoute } from "astro";
import { may } from "../../access/roles.ts";
import { allowOnly } from "../../http/handle.ts";
import { downloadOf } from "../../http/text-route.ts";
import { sitePaths } from "../../paths/site.ts";
import { staffPaths } from "../../paths/staff.ts";
import { callerFromCookie } from "../../platform/auth/auth.ts";
import { loadSupplier } from "../../shop/suppliers/suppliers.server.ts";
import { toReorderCsv } from "../../shop/suppliers/suppliers.ts";

export const GET: APIRoute = async ({ request, url }) => {
	const headers = { "Cache-Control": "no-store" };
	const caller = await callerFromCookie(request.headers);
	if (!may(caller?.role, "products")) {
		const location = sitePaths.loginReturningTo(staffPaths.suppliers);
		return new Response(null, { status: 302, headers: { ...headers, Location: location } });
	}
	const { supplier, reorders } = await loadSupplier(
		url.searchParams.get("name") ?? "",
		url.searchParams.get("tool") ?? undefined,
	);
	if (!supplier) return new Response(null, { status: 404, headers });
	return downloadOf(`reorder-${supplier.name}.csv`, "text/csv", toReorderCsv(reorders));
};

export const ALL = allowOnly("GET");
