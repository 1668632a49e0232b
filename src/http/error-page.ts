/**
 * The error page for requests that the shop can't render a page for. It needs nothing that may be
 * down: no database, no settings, no files.
 */
import { escapeHtml } from "../../widgets/src/server.ts";
import { colors } from "../config/config.ts";
import { textLanguage } from "../config/language.ts";
import * as messages from "../messages/messages.ts";
import { requestId } from "../platform/services/log.ts";
import { hashBase64 } from "../values/hash.ts";

const { light, dark } = colors;
const style = `body{margin:0;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:2rem;font:1.1rem/1.5 system-ui,sans-serif;background:${light["base-100"]};color:${light["base-content"]}}h1{margin:0;font-size:2rem}p{margin:0;max-width:34rem}a{color:inherit}code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:${dark["base-100"]};color:${dark["base-content"]}}}`;

/** Returns a page with the message and the request id. `headers` are added to it. */
export async function errorPage(
	status: number,
	message: string,
	headers: Headers,
): Promise<Response> {
	const id = requestId();
	const pageHeaders = new Headers(headers);
	pageHeaders.set("Content-Type", "text/html; charset=utf-8");
	pageHeaders.set("Content-Security-Policy", await buildCsp());
	return new Response(
		`<!doctype html><html lang="${textLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(messages.errorPageTitle)}</title><style>${style}</style></head><body><h1>${escapeHtml(messages.errorPageTitle)}</h1><p>${escapeHtml(message)}</p>${id ? `<p>${escapeHtml(messages.errorPageRequestId)} <code>${escapeHtml(id)}</code></p>` : ""}<p><a href="">${escapeHtml(messages.tryAgain)}</a></p></body></html>`,
		{ status, headers: pageHeaders },
	);
}

async function buildCsp(): Promise<string> {
	const hash = await hashBase64("SHA-256", style);
	return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}
