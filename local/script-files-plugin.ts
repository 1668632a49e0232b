/**
 * Scripts of public pages that are files of their own, each whole with what it imports: what public pages
 * share, which must not delay the first paint, and what they load when it is needed. Astro's own scripts have no `async`, and a plain `import()` would add Vite's preload function to every page.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";
import { normalizePath, type Plugin } from "vite";
import { root } from "./settings.ts";
import { configModule, configValues } from "./shop-config-plugin.ts";

const urlModule = join(root, "src/components/script-urls.ts");

/** The source of each page's script by the name of its URL in script-urls.ts. */
const pageScripts = {
	publicPageUrl: "src/components/public-page.ts",
	jobPageUrl: "src/components/job-page.ts",
	toolsPageUrl: "src/components/tools-page.ts",
	widgetsPageUrl: "src/components/widgets-page.ts",
};

/** What the pages' scripts load when it is needed, likewise. */
const lateScripts = {
	kitToCartUrl: "src/components/fit/kit-to-cart.ts",
	prerenderedUrl: "src/components/prerendered.ts",
	signOutUrl: "src/components/sign-out.ts",
	heroSearchUrl: "src/components/hero-search.ts",
	unpaidNoticeUrl: "src/components/unpaid-notice.ts",
	searchBoxUrl: "src/components/search-box.ts",
	menuCategoriesUrl: "src/components/menu-categories.ts",
	fitMarksUrl: "src/components/fit/fit-marks.ts",
	configuratorSearchUrl: "src/components/widgets/configurator-search.ts",
};

interface ScriptFile {
	fileName: string;
	code: string;
}

/** Bundles a script. Its file's name holds a hash of it, so that browsers may keep it (public/_headers). */
async function bundleFile(source: string, urls: string): Promise<ScriptFile> {
	// The same values come from Vite's plugins.
	const replaced = { [urlModule]: urls, [configModule]: configValues() };
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: [source],
		plugins: [
			{
				name: "replaced-modules",
				setup: ({ onLoad }) =>
					onLoad({ filter: /\.ts$/ }, ({ path }) =>
						path in replaced ? { contents: replaced[path] ?? "" } : undefined,
					),
			},
		],
		bundle: true,
		minify: true,
		format: "esm",
		target: "esnext",
		write: false,
		legalComments: "none",
	});
	const code = outputFiles[0]?.text.trim() ?? "";
	const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
	const name = /([^/]+)\.ts$/.exec(source)?.[1];
	return { fileName: `_astro/${name}.${hash}.js`, code };
}

/** The source of script-urls.ts with these files. */
const constantsOf = (files: Record<string, ScriptFile>) =>
	Object.entries(files)
		.map(([name, { fileName }]) => `export const ${name} = ${JSON.stringify(`/${fileName}`)};`)
		.join("\n");

/** Bundles scripts, in which script-urls.ts is the source `urls`. */
async function bundleAll(sources: Record<string, string>, urls: string) {
	const files = Object.entries(sources).map(
		async ([name, source]) => [name, await bundleFile(source, urls)] as const,
	);
	return Object.fromEntries(await Promise.all(files));
}

async function bundleFiles(): Promise<Record<string, ScriptFile>> {
	const late = await bundleAll(lateScripts, "");
	return { ...late, ...(await bundleAll(pageScripts, constantsOf(late))) };
}

/** A Vite plugin that builds the files and gives their URLs to `script-urls.ts`. */
export function scriptFilesPlugin(): Plugin {
	let isBuild = false;
	// Bundles once for all environments of a build.
	let bundled: ReturnType<typeof bundleFiles> | undefined;
	const files = () => {
		bundled ??= bundleFiles();
		return bundled;
	};
	return {
		name: "script-files",
		enforce: "pre",
		configResolved({ command }) {
			isBuild = command === "build";
		},
		async load(id) {
			if (id !== normalizePath(urlModule) || !isBuild) return undefined;
			return constantsOf(await files());
		},
		async generateBundle() {
			if (this.environment.name !== "client") return;
			for (const { fileName, code } of Object.values(await files()))
				this.emitFile({ type: "asset", fileName, source: code });
		},
	};
}
