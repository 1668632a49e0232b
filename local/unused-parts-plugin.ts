/**
 * Leaves out what the Worker would have and never runs, a megabyte of it: what jsPDF draws HTML, SVG and PNG with, which no
 * invoice has; what fontkit reads compressed fonts with, since faces of papers are not; React's rendering to a string,
 * since Astro renders to a stream; patterns of the files that one of several renderers is for; better-auth's database in
 * memory and its telemetry, which is off; and what islands load later, in the browser.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

const unused = [
	"./cjs/react-dom-server-legacy.browser.production.js",
	"@better-auth/memory-adapter",
	"@better-auth/telemetry",
	"brotli/decompress.js",
	"canvg",
	"dompurify",
	"fast-png",
	"html2canvas",
	"picomatch",
];
const id = "\0unused-part";

/** The names that are imported of them. */
const source = [
	"export default undefined",
	"export const decode = undefined, memoryAdapter = undefined, getTelemetryAuthConfig = undefined",
	"export const createTelemetry = async () => ({ publish: async () => {} })",
].join(";");

/** Vite plugins that leave them out. */
export function unusedPartsPlugins(): Plugin[] {
	return [
		{
			name: "unused-parts",
			enforce: "pre",
			resolveId: (imported) => (unused.includes(imported) ? id : undefined),
			load: (loaded) => (loaded === id ? source : undefined),
		},
		{
			name: "unused-imports-of-islands",
			apply: "build",
			enforce: "post",
			applyToEnvironment: ({ name }) => name !== "client",
			transform: {
				filter: { id: /\/src\/islands\/.*\.tsx?$/ },
				handler: (code) => ({ code: withoutImports(code), map: null }),
			},
		},
	];
}

/** Returns the code of an island with no import by a call: those follow what a person does, or an effect. */
export function withoutImports(code: string): string {
	const imports: ESTree.Span[] = [];
	const collect = (node: ESTree.ImportExpression) => {
		imports.push(node);
	};
	new Visitor({ ImportExpression: collect }).visit(parseSync("module.js", code).program);
	return imports.reduceRight(
		(text, { start, end }) => `${text.slice(0, start)}Promise.reject()${text.slice(end)}`,
		code,
	);
}
