/** The packed npm package: its shop's origin, its size and its types. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { tscScript } from "../../local/tsc.ts";
import { brotli } from "../../widgets/brotli.ts";
import { checkPublishable } from "../../widgets/check-publishable.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A site with the package installed. */
const consumerFolder = at("../../test-results/consumer");
const installed = join(consumerFolder, "node_modules/@cogsmith/widgets");
const origin = "https://shop.cogsmith.com";

/** Packs the package for a shop and returns the file's path. */
function pack(shop: string): string {
	execFileSync("npm", ["pack", "--pack-destination", consumerFolder], {
		cwd: at("../../widgets"),
		env: { ...process.env, SHOP_ORIGIN: shop },
		stdio: "pipe",
	});
	return join(
		consumerFolder,
		readdirSync(consumerFolder).find((name) => name.endsWith(".tgz")) ?? "",
	);
}

beforeAll(() => {
	rmSync(consumerFolder, { recursive: true, force: true });
	cpSync(at("../widgets/consumer"), consumerFolder, { recursive: true });
	mkdirSync(installed, { recursive: true });
	execFileSync("tar", ["-xzf", pack(origin), "-C", installed, "--strip-components=1"]);
}, 120_000);

/** The maximum bytes after brotli (design, section 12): both elements, and either alone. */
const [pairBudget, singleBudget] = [4.4 * 1024, 3.9 * 1024];

/** A site's bundled script with `source`. */
async function bundled(source: string): Promise<string> {
	const { outputFiles, warnings } = await build({
		stdin: { contents: source, resolveDir: consumerFolder, loader: "ts" },
		bundle: true,
		write: false,
		minify: true,
		format: "esm",
		target: "es2022",
		charset: "utf8",
		logLevel: "silent",
	});
	expect(warnings.filter(({ id }) => id !== "ignored-bare-import")).toEqual([]);
	return outputFiles[0]?.text ?? "";
}

describe("the packed package", () => {
	it("stays within its budgets, with both elements and with either", async () => {
		const one = (name: string, element: string) =>
			bundled(
				`import { ${name} } from "@cogsmith/widgets"; customElements.define("${element}", ${name});`,
			);
		const sizes = {
			classic: brotli(readFileSync(join(installed, "dist/widgets.iife.js"), "utf8")),
			both: brotli(await bundled('import "@cogsmith/widgets/define";')),
			card: brotli(await one("ToolCard", "cogsmith-tool-card")),
			feed: brotli(await one("ReviewFeed", "cogsmith-review-feed")),
		};
		process.stdout.write(`    brotli bytes from the package: ${JSON.stringify(sizes)}\n`);
		expect(sizes.classic).toBeLessThanOrEqual(pairBudget);
		expect(sizes.both).toBeLessThanOrEqual(pairBudget);
		expect(sizes.card).toBeLessThanOrEqual(singleBudget);
		expect(sizes.feed).toBeLessThanOrEqual(singleBudget);
		expect(sizes.card).toBeGreaterThan(2000);
	});

	it("links to the shop it was packed for", async () => {
		expect(await bundled('import "@cogsmith/widgets/define";')).toContain(origin);
	});

	it("types elements, events, JSX and Vue, and rejects everything else", () => {
		execFileSync(
			process.execPath,
			[tscScript, "--project", join(consumerFolder, "tsconfig.json")],
			{
				stdio: "pipe",
				encoding: "utf8",
			},
		);
	});
});

describe("npm pack", () => {
	it("rejects a shop on this machine", () => {
		expect(() => pack("http://localhost:8787")).toThrow(/is not a public origin/);
	});

	it.each([
		"http://localhost:8787",
		"https://localhost",
		"https://127.0.0.1",
		"https://[::1]",
		"http://shop.cogsmith.com",
		"https://cogsmith.invalid",
		"https://cogsmith.test",
		"https://shop.example",
		"https://shop.cogsmith.com/",
		"https://shop",
		"",
	])("rejects %j as a shop", (shop) => {
		expect(() => checkPublishable(shop)).toThrow(/not a public origin/);
	});

	it.each(["https://shop.cogsmith.com", "https://cogsmith.workers.dev"])(
		"accepts %s as a shop",
		(shop) => {
			expect(() => checkPublishable(shop)).not.toThrow();
		},
	);
});
