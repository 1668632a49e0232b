/** The page that shows a local shop's e-mails, which are never sent; and below `/vies` the stand-in for VIES. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { escapeHtml } from "../../widgets/src/server.ts";
import { closeServer, isLocalHost, listen } from "../http-server.ts";
import { answerAsVies, viesPath } from "../vies.ts";
import { findMail, listMails, type MailWithBodies, type SentMail } from "./mailbox.ts";

export interface MailOptions {
	/** 0 for any free port. */
	port: number;
	/** The local shop whose e-mails are shown. */
	shopOrigin: string;
}

export interface RunningMail {
	url: string;
	close(): Promise<void>;
}

/** Starts the page's server. Rejects with EADDRINUSE if the port is in use. */
export async function startMailPageServer({ port, shopOrigin }: MailOptions): Promise<RunningMail> {
	const server = createServer((request, response) => {
		if (!isLocalHost(request.headers.host ?? "")) {
			response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8" });
			response.end("Only reachable from this machine.\n");
			return;
		}
		if (request.method === "POST" && request.url === `/vies${viesPath}`) {
			text(request).then(
				(body) => {
					response.writeHead(200, { "Content-Type": "application/json" });
					response.end(JSON.stringify(answerAsVies(body)));
				},
				() => response.destroy(),
			);
			return;
		}
		handle(new URL(request.url ?? "/", "http://mail.invalid"), shopOrigin).then(
			({ status, page }) => {
				response.writeHead(status, {
					"Content-Type": "text/html; charset=utf-8",
					"Cache-Control": "no-store",
					"Referrer-Policy": "no-referrer",
					"Content-Security-Policy":
						"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
				});
				response.end(page);
			},
			() => {
				response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8" });
				response.end("The shop does not respond. Is it running?\n");
			},
		);
	});
	await listen(server, port);
	const url = `http://localhost:${(server.address() as AddressInfo).port}`;
	return { url, close: () => closeServer(server) };
}

async function handle(url: URL, origin: string): Promise<{ status: number; page: string }> {
	if (url.pathname !== "/") return { status: 404, page: layout("No such page", "") };
	const id = url.searchParams.get("id");
	const to = url.searchParams.get("to")?.trim() || undefined;
	if (id === null)
		return { status: 200, page: layout("Mail", mailList(await listMails(origin, to), to)) };
	const mail = await findMail(origin, id);
	// The page's policy applies to an e-mail too: it can load nothing and run no script.
	if (mail?.html && url.searchParams.has("html")) return { status: 200, page: mail.html };
	return mail
		? { status: 200, page: layout(mail.subject, mailPage(mail, origin)) }
		: { status: 404, page: layout("No such e-mail", "") };
}

function mailList(mails: readonly SentMail[], to: string | undefined): string {
	const rows = mails.map(
		({ messageId, to: recipients, subject, sentAt }) =>
			`<li><a href="/?id=${encodeURIComponent(messageId)}">${escapeHtml(subject)}</a> to ${escapeHtml(recipients.join(", "))}, <time>${escapeHtml(sentAt)}</time></li>`,
	);
	const search = `<form><label>To <input name="to" type="email" value="${escapeHtml(to ?? "")}"></label> <button>Show</button></form>`;
	return search + (rows.length > 0 ? `<ol>${rows.join("")}</ol>` : "<p>No e-mails yet.</p>");
}

function mailPage(
	{ messageId, from, to, sentAt, text, html }: MailWithBodies,
	origin: string,
): string {
	const header = `<p>From ${escapeHtml(from)} to ${escapeHtml(to.join(", "))}, ${escapeHtml(sentAt)}</p>`;
	// Only the shop's own URLs become links.
	const linkedText = escapeHtml(text).replaceAll(
		new RegExp(`${origin.replaceAll(".", "\\.")}/[^\\s<]*`, "g"),
		(link) => `<a href="${link}">${link}</a>`,
	);
	const htmlLink = html
		? `<p><a href="/?id=${encodeURIComponent(messageId)}&amp;html">As HTML</a></p>`
		: "";
	return `${header}<pre>${linkedText}</pre>${htmlLink}<p><a href="/">All e-mails</a></p>`;
}

function layout(title: string, body: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}
