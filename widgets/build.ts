/**
 * Builds the elements: for the shop to serve (.generated/widgets), and with --package what npm
 * carries (dist). Fails where the scripts are larger than their budgets, and where the script of a
 * released version would change. With --release it keeps the script as that of its version; with
 * --publish it refuses to pack for a shop that nobody can reach.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { brotli } from "./brotli.ts";
import { writeManifest } from "./manifest.ts";
import manifest from "./package.json" with { type: "json" };
import { checkPublishable } from "./publishable.ts";
import { checkRelease, release } from "./released.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const served = join(here, "../.generated/widgets");
const dist = join(here, "dist");

/** Stands for the shop's origin in the served script: the Worker puts in its own (src/shop/embeds). */
const originToCome = "https://cogsmith.invalid";

/** Most bytes after brotli at its best: both elements with all that goes with them, and either alone. */
const budgets = { pair: 4096, alone: 3584 };

/** The shop's origin: SHOP_ORIGIN, else what wrangler.toml says. */
function shopOrigin(): string {
	const settings = readFileSync(join(here, "../wrangler.toml"), "utf8");
	return process.env.SHOP_ORIGIN || (/^SHOP_ORIGIN = "(.+)"/m.exec(settings)?.[1] ?? originToCome);
}

const minifiedStyles: Plugin = {
	name: "minified styles",
	setup(steps) {
		steps.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
			contents: await minified(path),
			loader: "text",
		}));
	},
};

async function minified(path: string): Promise<string> {
	const { code } = await transform(readFileSync(path, "utf8"), {
		loader: "css",
		minify: true,
		target: ["chrome123", "firefox120", "safari17.5"],
	});
	// What esbuild leaves: spaces around commas and slashes, and quotes, in custom properties and :host().
	return code
		.trim()
		.replace(/ *([,:/]) +/g, "$1")
		.replace(/="(\w+)"/g, "=$1");
}

const source = (name: string): string => join(here, "src", name);

async function bundle(origin: string, options: BuildOptions): Promise<string> {
	const { outputFiles } = await build({
		bundle: true,
		write: false,
		minify: true,
		target: "es2022",
		legalComments: "none",
		charset: "utf8",
		// What only these modules say to one another; nothing of the page's or the shop's is among it.
		mangleProps: /^(speech|level|shop|words|tag|of|holds|path|view)$/,
		tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
		define: { SHOP_ORIGIN: JSON.stringify(origin) },
		plugins: [minifiedStyles],
		...options,
	});
	return outputFiles?.[0]?.text ?? "";
}

/** One element with its registration, as a page that wants no other would bundle it. */
function alone(name: string, element: string, className: string): Promise<string> {
	const contents = `import { ${className} } from "./${name}.ts"; customElements.define("${element}", ${className});`;
	const stdin = { contents, resolveDir: join(here, "src"), loader: "ts" as const };
	return bundle(originToCome, { stdin, format: "iife" });
}

function write(file: string, text: string): void {
	mkdirSync(join(file, ".."), { recursive: true });
	// A file that stays the same keeps its time, so that nothing is built again because of it.
	if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

async function buildServed(): Promise<void> {
	const pair = await bundle(originToCome, { entryPoints: [source("define.ts")], format: "iife" });
	const sizes = {
		pair: brotli(pair),
		"tool card": brotli(await alone("tool-card", "cogsmith-tool-card", "ToolCard")),
		"review feed": brotli(await alone("review-feed", "cogsmith-review-feed", "ReviewFeed")),
	};
	for (const [name, bytes] of Object.entries(sizes)) {
		const most = name === "pair" ? budgets.pair : budgets.alone;
		if (process.argv.includes("--sizes"))
			process.stdout.write(`${name}: ${bytes} of ${most} bytes\n`);
		if (bytes > most)
			throw new Error(`widgets: ${name} is ${bytes} bytes of brotli, over its ${most}.`);
	}
	if (process.argv.includes("--release")) release(manifest.version, pair);
	else checkRelease(manifest.version, pair);
	write(join(served, "widgets.js"), pair);
	write(join(served, "style.css"), await minified(source("style.css")));
}

async function buildPackage(): Promise<void> {
	const origin = shopOrigin();
	rmSync(dist, { recursive: true, force: true });
	const modules = {
		minify: false,
		format: "esm",
		write: true,
		outdir: dist,
		splitting: true,
	} as const;
	const entryPoints = ["index.ts", "define.ts", "package-server.ts"].map(source);
	await bundle(origin, { ...modules, entryPoints });
	const classic = { entryPoints: [source("define.ts")], format: "iife" as const };
	write(join(dist, "widgets.iife.js"), await bundle(origin, classic));
	execFileSync("tsc", ["--project", join(here, "tsconfig.json")], { stdio: "inherit" });
	for (const name of ["jsx.d.ts", "vue.d.ts"]) {
		write(join(dist, name), readFileSync(source(name), "utf8"));
	}
	// Declarations name the sources they came from; in the package these are .js.
	for (const name of readdirSync(dist).filter((file) => file.endsWith(".d.ts"))) {
		const file = join(dist, name);
		writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
	}
	writeManifest(join(here, "src"), join(dist, "custom-elements.json"));
}

if (process.argv.includes("--publish")) checkPublishable(shopOrigin());
await buildServed();
if (process.argv.includes("--package")) await buildPackage();
