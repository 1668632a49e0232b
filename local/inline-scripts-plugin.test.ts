import { expect, it } from "vitest";
import { bundlePageScripts, type ScriptBundle, type ScriptChunk } from "./inline-scripts-plugin.ts";

const chunk = (
	fileName: string,
	code: string,
	changes: Partial<ScriptChunk> = {},
): ScriptChunk => ({
	type: "chunk",
	fileName,
	code,
	imports: [],
	dynamicImports: [],
	isEntry: false,
	isDynamicEntry: false,
	facadeModuleId: null,
	...changes,
});

const script = (fileName: string, code: string, imports: string[]) =>
	chunk(fileName, code, {
		imports,
		isEntry: true,
		facadeModuleId: `/src/pages/${fileName}.astro?astro&type=script&index=0&lang.ts`,
	});

const bundleOf = (...chunks: ScriptChunk[]): ScriptBundle =>
	Object.fromEntries(chunks.map((one) => [one.fileName, one]));

it("bundles a page's script with what it uses of its imports, and keeps what islands import", async () => {
	const bundle = bundleOf(
		script("_astro/page.js", 'import{a}from"./shared.js";a()', ["_astro/shared.js"]),
		chunk("_astro/shared.js", 'import{b}from"./deep.js";export const a=()=>b("a"),c=()=>"c"', {
			imports: ["_astro/deep.js"],
		}),
		chunk("_astro/deep.js", "export const b=alert"),
		chunk("_astro/island.js", 'import"./deep.js"', { isEntry: true, imports: ["_astro/deep.js"] }),
	);
	await bundlePageScripts(bundle);
	expect(Object.keys(bundle)).toEqual(["_astro/page.js", "_astro/deep.js", "_astro/island.js"]);
	const page = bundle["_astro/page.js"];
	expect(page).toMatchObject({ imports: [] });
	expect(page?.type === "chunk" && page.code).toMatch(/^(?!.*(import|"c")).*alert.*"a"/);
});

it("leaves a large script as a file, and what it imports", async () => {
	const bundle = bundleOf(
		script("_astro/page.js", 'import"./large.js"', ["_astro/large.js"]),
		chunk("_astro/large.js", `alert("${"x".repeat(10_000)}")`),
	);
	const before = structuredClone(bundle);
	await bundlePageScripts(bundle);
	expect(bundle).toEqual(before);
});
