import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { root } from "../../local/settings.ts";

const mb = 1024 ** 2;
const folder = join(root, "dist", "server");

/** What `npm run deploy` uploads, but for the source maps. */
const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((name) => name.endsWith(".mjs"))
	.map((name) => readFileSync(join(folder, name)));

test("the Worker has at most 7 MB, and 1.8 MB after gzip", () => {
	const whole = Buffer.concat(modules);
	expect(whole.length / mb).toBeGreaterThan(1);
	expect(whole.length / mb).toBeLessThanOrEqual(7);
	expect(gzipSync(whole).length / mb).toBeLessThanOrEqual(1.8);
});

test("each stylesheet is in the Worker once", () => {
	const start = "@layer properties{";
	const copies = modules.reduce(
		(count, file) => count + file.toString().split(start).length - 1,
		0,
	);
	// One copy for public pages and one for pages with islands.
	expect(copies).toBeLessThanOrEqual(4);
});
