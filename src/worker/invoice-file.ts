/** Routes of an invoice's files, for its buyer and for staff. */
import type { APIRoute } from "astro";
import { allowOnly } from "../http/handle.ts";
import { downloadOf, type Route } from "../http/text-route.ts";
import { sitePaths } from "../paths/site.ts";
import { callerFromCookie } from "../platform/auth/auth.ts";
import { guestTokenHashes } from "../platform/auth/guest-token.ts";
import { findInvoice } from "../shop/invoices/invoices.server.ts";
import { fileNameOf, type Invoice } from "../shop/invoices/invoices.ts";

/** A text, or bytes. */
type InvoiceFile = string | Uint8Array<ArrayBuffer>;

/** Creates the route of a file that is made from an invoice or a credit note. Nobody caches it. */
export function invoiceFile(
	type: string,
	extension: string,
	render: (invoice: Invoice) => InvoiceFile | Promise<InvoiceFile>,
): Route {
	const respond: APIRoute = async ({ request, params, url }) => {
		const viewer = {
			user: await callerFromCookie(request.headers),
			guestTokenHashes: await guestTokenHashes(request.headers),
		};
		const invoice = await findInvoice(params.id ?? "", params.invoice ?? "", viewer);
		const headers = { "Cache-Control": "no-store" };
		if (!invoice && !viewer.user) {
			const location = sitePaths.loginReturningTo(url.pathname);
			return new Response(null, { status: 302, headers: { ...headers, Location: location } });
		}
		if (!invoice) return new Response(null, { status: 404, headers });
		return downloadOf(`${fileNameOf(invoice.code)}${extension}`, type, await render(invoice));
	};
	return { GET: respond, ALL: allowOnly("GET") };
}
