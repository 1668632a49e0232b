/**
 * The layout of all e-mails, as text and as HTML. HTML e-mails have tables and inline styles, because e-mail
 * programs ignore much else, and neither images nor anything else that is loaded.
 */
import { escapeHtml } from "../../../widgets/src/server.ts";
import { colors, name as shopName } from "../../config/config.ts";
import { textLanguage } from "../../config/language.ts";

/** A part of an e-mail. */
export type MailBlock =
	/** A paragraph, or several lines. One that is the opening says no more than that: the owner's own stands instead. */
	| { text: string | readonly string[]; isOpening?: true }
	/**
	 * A link that looks like a button, or like text if it is not what the e-mail is about. In text it is the
	 * URL, so the paragraph before it should end in a colon.
	 */
	| { link: MailLink }
	/** Rows with a value at the right, such as amounts. The last one may be a total. */
	| { rows: readonly MailRow[] };

interface MailLink {
	label: string;
	url: string;
	isText?: boolean;
}

interface MailRow {
	label: string;
	value: string;
	isTotal?: boolean;
}

export interface MailContent {
	subject: string;
	blocks: readonly MailBlock[];
}

export interface RenderedMail {
	subject: string;
	text: string;
	html: string;
}

/** Renders an e-mail. All texts are escaped in HTML; in the subject a line break becomes a space. */
export function renderMail({ subject, blocks }: MailContent): RenderedMail {
	const line = subject.replaceAll(/\p{Cc}+/gu, " ");
	return { subject: line, text: toText(blocks), html: toHtml(line, blocks) };
}

function toText(blocks: readonly MailBlock[]): string {
	return `${[...blocks.map(blockText), shopName].join("\n\n")}\n`;
}

function blockText(block: MailBlock): string {
	if ("link" in block) return block.link.url;
	if ("rows" in block) return block.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
	return linesOf(block.text).join("\n");
}

function linesOf(text: string | readonly string[]): readonly string[] {
	return typeof text === "string" ? [text] : text;
}

const { light, dark } = colors;

/** An e-mail program that knows no dark scheme, or makes its own colours, ignores these. */
const darkStyle = [
	`.page{background:${dark["base-100"]}!important}`,
	`.page,.page td{color:${dark["base-content"]}!important;border-color:${dark["base-300"]}!important}`,
	`.page a{color:${dark["primary-content"]}!important;background:${dark.primary}!important}`,
	`.page a.text{color:inherit!important;background:none!important}`,
].join("");

const headStyle = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkStyle}}`;

/** Long words, such as ids, break instead of widening a narrow screen. */
const cellStyle = `padding:0 0 16px;color:${light["base-content"]};overflow-wrap:anywhere;word-break:break-word`;

function toHtml(subject: string, blocks: readonly MailBlock[]): string {
	const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
	const rows = blocks.map((block) => `<tr><td style="${cellStyle}">${blockHtml(block)}</td></tr>`);
	return `<!doctype html>
<html lang="${textLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${headStyle}</style></head>
<body class="page" style="margin:0;background:${light["base-100"]};color:${light["base-content"]};${font}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light["base-100"]}"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;table-layout:fixed;${font}">
<tr><td style="${cellStyle};font-size:20px;font-weight:bold">${escapeHtml(shopName)}</td></tr>
${rows.join("\n")}
</table>
</td></tr></table>
</body></html>
`;
}

function blockHtml(block: MailBlock): string {
	if ("link" in block) return linkHtml(block.link);
	if ("rows" in block) return rowsHtml(block.rows);
	return linesOf(block.text).map(escapeHtml).join("<br>");
}

function linkHtml({ label, url, isText = false }: MailLink): string {
	if (isText)
		return `<a class="text" style="color:inherit" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
	const style = `display:inline-block;padding:10px 18px;border-radius:6px;font-weight:bold;text-decoration:none;background:${light.primary};color:${light["primary-content"]}`;
	return `<a style="${style}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

/** Longest texts of a row that stay on one line, in characters: on a narrow screen both fit beside each other. */
const [maxLabelLine, maxValueLine] = [15, 18];

/** Amounts and short labels stay whole; ids and long names break anywhere. */
function wrapping(text: string, maxLine: number): string {
	return text.length <= maxLine ? "white-space:nowrap" : "overflow-wrap:anywhere";
}

function rowsHtml(rows: readonly MailRow[]): string {
	const cells = rows.map(({ label, value, isTotal }) => {
		const style = `padding:6px 0;vertical-align:top;border-top:1px solid ${light["base-300"]};color:${light["base-content"]}${isTotal ? ";font-size:20px;font-weight:bold" : ""}`;
		return `<tr><td style="${style};${wrapping(label, maxLabelLine)}">${escapeHtml(label)}</td><td align="right" style="${style};padding-left:12px;${wrapping(value, maxValueLine)}">${escapeHtml(value)}</td></tr>`;
	});
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font:inherit">${cells.join("")}</table>`;
}
