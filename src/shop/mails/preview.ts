/** The page of an e-mail's preview: its subject above the e-mail itself. */
import { escapeHtml } from "../../../widgets/src/server.ts";
import { textLanguage } from "../../config/language.ts";
import type { RenderedMail } from "./layout.ts";

/** Returns the page with an e-mail, or with what is wrong with its texts. */
export function previewPage(problem: string | undefined, mail?: RenderedMail): string {
	const line = (text: string) =>
		`<p style="margin:0;padding:12px 16px;font:bold 16px/1.4 system-ui,sans-serif">${escapeHtml(text)}</p>`;
	if (!mail)
		return `<!doctype html><html lang="${textLanguage}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(problem ?? "")}</title></head><body>${line(problem ?? "")}</body></html>`;
	return mail.html.replace(/<body[^>]*>/, (body) => body + line(mail.subject));
}
