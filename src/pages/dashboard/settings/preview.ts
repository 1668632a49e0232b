/** An e-mail as it will look, with the texts that are stored, or with those of a form that is not saved yet. */
import type { APIRoute } from "astro";
import { may } from "../../../access/roles.ts";
import { readForm } from "../../../http/body.ts";
import { allowOnly } from "../../../http/handle.ts";
import { callerFromCookie } from "../../../platform/auth/auth.ts";
import { isOwnForm } from "../../../platform/auth/own-form.ts";
import { renderMail } from "../../../shop/mails/layout.ts";
import { editableMailOf } from "../../../shop/mails/mail-form.server.ts";
import { previewPage } from "../../../shop/mails/preview.ts";
import { sampleMail } from "../../../shop/mails/sample-mails.ts";
import { mailForm } from "../../../shop/settings/mail-texts.ts";
import { readSettings } from "../../../shop/settings/settings.server.ts";
import { parseForm } from "../../../values/parse-form.ts";

/** An e-mail has styles in its elements, and neither scripts nor anything that is loaded. */
const policy =
	"default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'; trusted-types 'none'; require-trusted-types-for 'script'";

export const GET: APIRoute = ({ request, url }) => preview(request, url);
export const POST: APIRoute = ({ request, url }) => preview(request, url);
export const ALL = allowOnly("GET", "POST");

async function preview(request: Request, url: URL): Promise<Response> {
	const headers = { "Cache-Control": "no-store" };
	const caller = await callerFromCookie(request.headers);
	const kind = editableMailOf(url.searchParams.get("mail"));
	if (!may(caller?.role, "admin") || !kind) return new Response(null, { status: 404, headers });
	const read = isOwnForm(request)
		? parseForm(mailForm(kind), await readForm(request))
		: { output: (await readSettings()).mails.value?.[kind] };
	const html =
		"fields" in read
			? previewPage(Object.values(read.fields).join(" "))
			: previewPage(undefined, renderMail(sampleMail(kind, read.output)));
	return new Response(html, {
		headers: {
			...headers,
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": policy,
		},
	});
}
