/** An e-mail as it will look, with the texts that are stored, or with those of a form that is not saved yet. */
import type { APIRoute } from "astro";
import { may } from "../../../access/roles.ts";
import { readForm } from "../../../http/body.ts";
import { allowOnly } from "../../../http/handle.ts";
import { callerFromCookie } from "../../../platform/auth/auth.ts";
import { isOwnForm } from "../../../platform/auth/own-form.ts";
import { renderMail } from "../../../shop/mails/layout.ts";
import {
	editableMailOf,
	mailProblems,
	sentMailText,
} from "../../../shop/mails/mail-form.server.ts";
import { previewPage } from "../../../shop/mails/preview.ts";
import { sampleMail } from "../../../shop/mails/sample-mails.ts";
import { readSettings } from "../../../shop/settings/settings.server.ts";

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
	const sent = isOwnForm(request) ? sentMailText(await readForm(request)) : undefined;
	const problems = Object.values(sent ? mailProblems(kind, sent) : {});
	const own = sent ?? (await readSettings()).mails.value?.[kind];
	const html =
		problems.length > 0
			? previewPage(problems.join(" "))
			: previewPage(undefined, renderMail(sampleMail(kind, own)));
	return new Response(html, {
		headers: {
			...headers,
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": policy,
		},
	});
}
