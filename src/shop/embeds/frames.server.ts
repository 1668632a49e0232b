/** Frames and ready markup as they are answered: their pages, their policies. */
import style from "../../../.generated/widgets/style.css?raw";
import { shopOrigin } from "../../platform/settings.ts";
import { digest } from "./digest.ts";
import type { Look } from "./embeds.ts";
import { framePage, frameScript, frameStyle, quietMarkup } from "./frames.ts";

/** The elements' stylesheet, for markup that is rendered here. */
export const elementStyle: string = style;

const html = "text/html; charset=utf-8";

/** The page of a frame, its type and its headers. */
export async function frame(title: string, markup: string, look: Look) {
	return {
		body: framePage(title, markup, look),
		type: html,
		headers: {
			"Content-Security-Policy": await policy("*", [style, frameStyle(look)], [frameScript]),
			"Cross-Origin-Embedder-Policy": "require-corp",
		},
	};
}

/** The page of a frame that can't show what it should, for the status the refusal has. */
export function quietFrame(element: "tool" | "feed", status: number, look: Look) {
	const markup = quietMarkup(element, status === 404, shopOrigin(), style, look);
	return frame("Cogsmith", markup, look);
}

/** Ready markup, which is fetched and put into a page by somebody else's server; nothing frames it. */
export async function ready(markup: string) {
	return {
		body: markup,
		type: html,
		headers: {
			"X-Robots-Tag": "noindex",
			"Content-Security-Policy": await policy("'none'", [style], []),
		},
	};
}

/** A content policy: own styles and scripts by their hashes, the shop's pictures, and what may stand around it. */
async function policy(
	around: "*" | "'none'",
	styles: string[],
	scripts: string[],
): Promise<string> {
	const hashes = async (texts: string[]) => {
		const all = await Promise.all(texts.map((text) => digest("SHA-256", text)));
		return all.map((hash) => `'sha256-${hash}'`).join(" ") || "'none'";
	};
	return [
		"default-src 'none'",
		`img-src ${shopOrigin()}`,
		`style-src ${await hashes(styles)}`,
		`script-src ${await hashes(scripts)}`,
		"base-uri 'none'",
		"form-action 'none'",
		`frame-ancestors ${around}`,
		"trusted-types 'none'",
		"require-trusted-types-for 'script'",
	].join("; ");
}
