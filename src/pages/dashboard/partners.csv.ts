import type { APIRoute } from "astro";
import { callerFromCookie } from "../../platform/identity.ts";
import { partnersFile } from "../../shop/orders/partners.server.ts";
import { partnersCsv } from "../../shop/orders/partners.ts";
import { sitePaths } from "../../site.ts";

export const GET: APIRoute = async ({ request }) => {
	const headers = { "Cache-Control": "no-store" };
	const caller = await callerFromCookie(request.headers);
	if (caller?.role !== "admin") {
		const location = sitePaths.loginFrom(sitePaths.partners);
		return new Response(null, { status: 302, headers: { ...headers, Location: location } });
	}
	return new Response(partnersCsv(await partnersFile()), {
		headers: {
			...headers,
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": 'attachment; filename="partners.csv"',
		},
	});
};
