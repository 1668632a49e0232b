/** The files that browsers load: Stripe.js, the forms' frames and the bank's pages. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A static file with its headers. */
export interface ServedFile {
	type: string;
	body: string;
	headers: Record<string, string>;
}

const FOLDER = join(import.meta.dirname, "browser");
const SCRIPT = "text/javascript; charset=utf-8";
const STYLES = "text/css; charset=utf-8";
const PAGE = "text/html; charset=utf-8";

/** The paths under which Stripe has served Stripe.js. */
const LIBRARY_PATHS = /^\/(v3|[a-z]+)\/stripe\.js$|^\/v3\/?$/;
/** In order: each module may use the ones before it. */
const LIBRARY_PARTS = [
	"api.js",
	"channel.js",
	"challenge-dialog.js",
	"frame-host.js",
	"card-frame-host.js",
	"payment-frame-host.js",
	"element.js",
	"elements.js",
	"confirm-payment.js",
	"stripe.js",
];

const FILES: Record<string, [file: string, type: string]> = {
	"/elements/card": ["card-frame.html", PAGE],
	"/elements/card-frame.css": ["card-frame.css", STYLES],
	"/elements/card-frame.js": ["card-frame.js", SCRIPT],
	"/elements/card-fields.js": ["card-fields.js", SCRIPT],
	"/elements/card-rules.js": ["card-rules.js", SCRIPT],
	"/elements/card-style.js": ["card-style.js", SCRIPT],
	"/elements/payment": ["payment-frame.html", PAGE],
	"/elements/payment-frame.css": ["payment-frame.css", STYLES],
	"/elements/payment-frame.js": ["payment-frame.js", SCRIPT],
	"/elements/payment-methods.js": ["payment-methods.js", SCRIPT],
	"/elements/frame-form.js": ["frame-form.js", SCRIPT],
	"/elements/api.js": ["api.js", SCRIPT],
	"/elements/channel.js": ["channel.js", SCRIPT],
	"/challenge": ["challenge.html", PAGE],
	"/authorize": ["authorize.html", PAGE],
	"/elements/authorize.js": ["authorize.js", SCRIPT],
	"/elements/challenge.css": ["challenge.css", STYLES],
	"/elements/challenge.js": ["challenge.js", SCRIPT],
};

/** Frames load only their own files and can be embedded by any page. */
const FRAME_POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** The file for a path, or undefined. */
export async function findFile(path: string): Promise<ServedFile | undefined> {
	if (LIBRARY_PATHS.test(path)) return { type: SCRIPT, body: await library(), headers: {} };
	const entry = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
	if (!entry) return undefined;
	const [file, type] = entry;
	const headers: Record<string, string> =
		type === PAGE ? { "Content-Security-Policy": FRAME_POLICY } : {};
	return { type, body: await read(file), headers };
}

/** The modules concatenated to one classic script, which is how pages load Stripe.js. */
async function library(): Promise<string> {
	const parts = await Promise.all(LIBRARY_PARTS.map(read));
	const joined = parts.map((part) =>
		part.replace(/^import [^;]*;$/gm, "").replace(/^export /gm, ""),
	);
	return `(() => {\n"use strict";\n${joined.join("\n")}\n})();\n`;
}

function read(file: string): Promise<string> {
	return readFile(join(FOLDER, file), "utf8");
}
