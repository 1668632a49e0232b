/** Frames and ready markup as they are answered: their pages, their policies. */
import style from "../../../.generated/widgets/style.css?raw";
import { shopOrigin } from "../../platform/settings.ts";
import type { Appearance } from "./embeds.ts";
import { errorMarkup, framePage, frameScript, frameStyle } from "./frame-page.ts";
import { hashBase64 } from "./hash.ts";

/** The elements' stylesheet, for markup that is rendered here. */
export const elementStyle: string = style;

const htmlType = "text/html; charset=utf-8";

/** The page of a frame, its type and its headers. */
export async function frameResponse(title: string, markup: string, appearance: Appearance) {
	return {
		body: framePage(title, markup, appearance),
		type: htmlType,
		headers: {
			"Content-Security-Policy": await buildCsp(
				"*",
				[style, frameStyle(appearance)],
				[frameScript],
			),
			"Cross-Origin-Embedder-Policy": "require-corp",
		},
	};
}

/** The page of a frame that can't show what it should, for the status the refusal has. */
export function errorFrameResponse(
	element: "tool" | "feed",
	status: number,
	appearance: Appearance,
) {
	const markup = errorMarkup(element, status === 404, shopOrigin(), style, appearance);
	return frameResponse("Cogsmith", markup, appearance);
}

/** Ready markup, which is fetched and put into a page by somebody else's server; nothing frames it. */
export async function markupResponse(markup: string) {
	return {
		body: markup,
		type: htmlType,
		headers: {
			"X-Robots-Tag": "noindex",
			"Content-Security-Policy": await buildCsp("'none'", [style], []),
		},
	};
}

/** A content policy: own styles and scripts by their hashes, the shop's pictures, and what may stand around it. */
async function buildCsp(
	frameAncestors: "*" | "'none'",
	styles: string[],
	scripts: string[],
): Promise<string> {
	const hashes = async (texts: string[]) => {
		const all = await Promise.all(texts.map((text) => hashBase64("SHA-256", text)));
		return all.map((hash) => `'sha256-${hash}'`).join(" ") || "'none'";
	};
	return [
		"default-src 'none'",
		`img-src ${shopOrigin()}`,
		`style-src ${await hashes(styles)}`,
		`script-src ${await hashes(scripts)}`,
		"base-uri 'none'",
		"form-action 'none'",
		`frame-ancestors ${frameAncestors}`,
		"trusted-types 'none'",
		"require-trusted-types-for 'script'",
	].join("; ");
}
