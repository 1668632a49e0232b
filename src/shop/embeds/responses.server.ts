/** Responses for iframe pages and markup, with their Content-Security-Policy. */
import style from "../../../.generated/widgets/style.css?raw";
import { colors, name as shopName } from "../../config/config.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { hashBase64 } from "../../values/hash.ts";
import { shopColoured } from "./element-colours.ts";
import type { Appearance } from "./embeds.ts";
import { errorMarkup, framePage, frameScript, frameStyle } from "./frame-page.ts";

/** The elements' stylesheet in the shop's colours, for markup rendered on the server. */
export const elementStyle: string = shopColoured(style, colors);

const htmlType = "text/html; charset=utf-8";

/** Returns body, type and headers of an iframe page. */
export async function frameResponse(title: string, markup: string, appearance: Appearance) {
	return {
		body: framePage(title, markup, appearance),
		type: htmlType,
		headers: {
			"Content-Security-Policy": await buildCsp(
				"*",
				[elementStyle, frameStyle(appearance)],
				[frameScript],
			),
			"Cross-Origin-Embedder-Policy": "require-corp",
		},
	};
}

/** Returns the error page of an iframe for a status. */
export function errorFrameResponse(
	element: "tool" | "feed",
	status: number,
	appearance: Appearance,
) {
	const markup = errorMarkup(element, status === 410, shopOrigin(), elementStyle, appearance);
	return frameResponse(shopName, markup, appearance);
}

/** Returns body, type and headers of markup that another server includes in its pages. It can't be framed. */
export async function markupResponse(markup: string) {
	return {
		body: markup,
		type: htmlType,
		headers: {
			"X-Robots-Tag": "noindex",
			"Content-Security-Policy": await buildCsp("'none'", [elementStyle], []),
		},
	};
}

/** Returns a Content-Security-Policy with the hashes of styles and scripts, the shop's images and the frame ancestors. */
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
