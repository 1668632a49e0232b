/**
 * Builds the elements for the shop to serve (.generated/widgets), and with --package the npm package
 * (dist). Fails if a script exceeds its budget or the script of a released version would change. With
 * --release it saves the script as a released version; with --publish it rejects a shop origin that is
 * not public.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { tscScript } from "../local/tsc.ts";
import { brotli } from "./brotli.ts";
import { checkPublishable } from "./check-publishable.ts";
import { writeManifest } from "./manifest.ts";
import manifest from "./package.json" with { type: "json" };
import { checkRelease, release } from "./releases.ts";

const packageFolder = fileURLToPath(new URL(".", import.meta.url));
const servedFolder = join(packageFolder, "../.generated/widgets");
const dist = join(packageFolder, "dist");

/** The placeholder for the shop's origin in the served script: the Worker replaces it (src/shop/embeds). */
const originPlaceholder = "https://cogsmith.invalid";

/** The maximum size after brotli in bytes: both elements together, and either one alone. */
const budgets = { pair: 4.4 * 1024, alone: 3.9 * 1024 };

/** The shop's origin: SHOP_ORIGIN from the environment, otherwise from wrangler.toml. */
function shopOrigin(): string {
	const settings = readFileSync(join(packageFolder, "../wrangler.toml"), "utf8");
	return (
		process.env.SHOP_ORIGIN || (/^SHOP_ORIGIN = "(.+)"/m.exec(settings)?.[1] ?? originPlaceholder)
	);
}

const minifyStylesPlugin: Plugin = {
	name: "minified styles",
	setup(pluginBuild) {
		pluginBuild.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
			contents: await minifyCss(path),
			loader: "text",
		}));
	},
};

async function minifyCss(path: string): Promise<string> {
	const { code } = await transform(readFileSync(path, "utf8"), {
		loader: "css",
		minify: true,
		target: ["chrome123", "firefox120", "safari17.5"],
	});
	// esbuild leaves spaces around commas and slashes, and quotes, in custom properties and :host().
	return code
		.trim()
		.replace(/ *([,:/]) +/g, "$1")
		.replace(/="(\w+)"/g, "=$1");
}

const source = (name: string): string => join(packageFolder, "src", name);

async function bundle(origin: string, options: BuildOptions): Promise<string> {
	const { outputFiles } = await build({
		bundle: true,
		write: false,
		minify: true,
		target: "es2022",
		legalComments: "none",
		charset: "utf8",
		// Properties that only these modules use; none belongs to the page or to the shop's data.
		mangleProps: /^(locale|level|shop|messages|tag|language|accepts|path|view)$/,
		tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
		define: { SHOP_ORIGIN: JSON.stringify(origin) },
		plugins: [minifyStylesPlugin],
		...options,
	});
	return outputFiles?.[0]?.text ?? "";
}

/** A bundle of one element with its registration, as a page that uses only that one would have it. */
function bundleSingle(name: string, element: string, className: string): Promise<string> {
	const contents = `import { ${className} } from "./${name}.ts"; customElements.define("${element}", ${className});`;
	const stdin = { contents, resolveDir: join(packageFolder, "src"), loader: "ts" as const };
	return bundle(originPlaceholder, { stdin, format: "iife" });
}

function write(file: string, text: string): void {
	mkdirSync(join(file, ".."), { recursive: true });
	// An unchanged file is not written, so that its modification time does not make the build stale.
	if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

async function buildServed(): Promise<void> {
	const pair = await bundle(originPlaceholder, {
		entryPoints: [source("define.ts")],
		format: "iife",
	});
	const sizes = {
		pair: brotli(pair),
		"tool card": brotli(await bundleSingle("tool-card", "cogsmith-tool-card", "ToolCard")),
		"review feed": brotli(await bundleSingle("review-feed", "cogsmith-review-feed", "ReviewFeed")),
	};
	for (const [name, bytes] of Object.entries(sizes)) {
		const maxBytes = name === "pair" ? budgets.pair : budgets.alone;
		if (process.argv.includes("--sizes"))
			process.stdout.write(`${name}: ${bytes} of ${maxBytes} bytes\n`);
		if (bytes > maxBytes)
			throw new Error(`widgets: ${name} is ${bytes} bytes of brotli, over its ${maxBytes}.`);
	}
	if (process.argv.includes("--release")) release(manifest.version, pair);
	else checkRelease(manifest.version, pair);
	write(join(servedFolder, "widgets.js"), pair);
	write(join(servedFolder, "style.css"), await minifyCss(source("style.css")));
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
	execFileSync(process.execPath, [tscScript, "--project", join(packageFolder, "tsconfig.json")], {
		stdio: "inherit",
	});
	for (const name of ["jsx.d.ts", "vue.d.ts"]) {
		write(join(dist, name), readFileSync(source(name), "utf8"));
	}
	// Declarations import the .ts sources; in the package these are .js.
	for (const name of readdirSync(dist).filter((file) => file.endsWith(".d.ts"))) {
		const file = join(dist, name);
		writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
	}
	writeManifest(join(packageFolder, "src"), join(dist, "custom-elements.json"));
}

if (process.argv.includes("--publish")) checkPublishable(shopOrigin());
await buildServed();
if (process.argv.includes("--package")) await buildPackage();
