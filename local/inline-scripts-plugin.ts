/**
 * Puts the small scripts of pages into their HTML. Astro inlines a script that imports nothing
 * (astro: build/plugins/plugin-scripts), but a script whose imports other scripts or islands share is a file that loads
 * more files, all before the first paint. This plugin bundles each script of a page with what it uses of
 * its imports; Astro then inlines it and adds its hash to the Content Security Policy.
 *
 * Each script has its own copy of the modules it imports, so these must keep no state and define no custom
 * element that another script of the page defines too.
 */
import { build, type Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin } from "vite";

/** Largest inlined script, in bytes before compression: 3 KB after it, the budget of a public page. */
const maxInlineBytes = 8 * 1024;

/** What this plugin reads and changes of a chunk of the build. */
export interface ScriptChunk {
	type: "chunk";
	fileName: string;
	code: string;
	imports: string[];
	dynamicImports: string[];
	isEntry: boolean;
	isDynamicEntry: boolean;
	facadeModuleId: string | null;
}

/** The chunks and other files of a build, by name. */
export type ScriptBundle = Record<string, ScriptChunk | { type: "asset" }>;

/** The id of a script in a page or component, as Astro's compiler writes it. */
const pageScript = /\.astro\?astro&type=script/;

/** For Vite's build.assetsInlineLimit: whether a file is small enough. Undefined for what Vite decides. */
export function inlineLimit(file: string, content: Uint8Array): boolean | undefined {
	return file.endsWith(".js") ? content.byteLength <= maxInlineBytes : undefined;
}

/** A Vite plugin that makes small scripts of pages independent of other files. */
export function inlineScriptsPlugin(): Plugin {
	return {
		name: "inline-scripts",
		apply: "build",
		applyToEnvironment: ({ name }) => name === "client",
		generateBundle: {
			// Before Astro's plugin.
			order: "pre",
			handler: (_, bundle) => bundlePageScripts(bundle),
		},
	};
}

/** Bundles the small scripts of pages with what they import, and deletes chunks that nothing imports then. */
export async function bundlePageScripts(bundle: ScriptBundle): Promise<void> {
	for (const chunk of chunksOf(bundle)) {
		if (!pageScript.test(chunk.facadeModuleId ?? "")) continue;
		if (chunk.imports.length === 0 || chunk.dynamicImports.length > 0) continue;
		const code = await bundleScript(bundle, chunk);
		if (!inlineLimit(chunk.fileName, Buffer.from(code))) continue;
		chunk.code = code;
		chunk.imports = [];
	}
	deleteUnusedChunks(bundle);
}

const chunksOf = (bundle: ScriptBundle): ScriptChunk[] =>
	Object.values(bundle).filter((output) => output.type === "chunk");

/** The code of a script with what it uses of its imports. */
async function bundleScript(bundle: ScriptBundle, { fileName }: ScriptChunk): Promise<string> {
	const chunks: EsbuildPlugin = {
		name: "chunks",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /./ }, ({ path, importer, kind }) =>
				// What a script imports later by its URL is no part of it.
				kind === "dynamic-import"
					? { path, external: true }
					: {
							path: importer ? new URL(path, `file:///${importer}`).pathname.slice(1) : path,
							namespace: "chunk",
						},
			);
			onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => {
				const chunk = bundle[path];
				return chunk?.type === "chunk"
					? { contents: chunk.code }
					: { errors: [{ text: `${path} is no chunk of the build.` }] };
			});
		},
	};
	const { outputFiles } = await build({
		entryPoints: [fileName],
		plugins: [chunks],
		bundle: true,
		minify: true,
		format: "esm",
		target: "esnext",
		write: false,
		legalComments: "none",
	});
	return outputFiles[0]?.text.trim() ?? "";
}

function deleteUnusedChunks(bundle: ScriptBundle): void {
	const chunks = chunksOf(bundle);
	const imported = new Set(
		chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
	);
	const unused = chunks.filter(
		({ fileName, isEntry, isDynamicEntry }) =>
			!isEntry && !isDynamicEntry && !imported.has(fileName),
	);
	for (const { fileName } of unused) delete bundle[fileName];
	// What only those imported.
	if (unused.length > 0) deleteUnusedChunks(bundle);
}
