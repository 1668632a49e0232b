/**
 * Leaves schemas that the browser doesn't use out of its scripts. Of an endpoint, `call` (src/http/call.ts) reads the
 * method, path and access alone: its schemas, errors and summary are for the server and the API's description. And a
 * bundler can't know that the calls that define a schema have no side effects when valibot is in another chunk; nor that
 * a module of which nothing is used need not be loaded.
 */
import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/** The properties of an endpoint that `call` reads. */
const calledProperties = new Set(["method", "path", "access"]);

const callTypes = ["CallExpression", "NewExpression"];
const functionTypes = ["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"];

/** A Vite plugin that shortens modules of rules and endpoints in the browser's scripts. */
export function unusedSchemasPlugin(): Plugin {
	return {
		name: "unused-schemas",
		apply: "build",
		applyToEnvironment: ({ name }) => name === "client",
		transform: {
			filter: { id: /\/src\/(shop|values)\/.*\.ts$/ },
			handler: (code) => ({
				code: pureDefinitions(shortEndpoints(code)),
				moduleSideEffects: false,
			}),
		},
	};
}

/** Returns the code of a module with only those properties of endpoints that `call` reads. */
export function shortEndpoints(code: string): string {
	const unread: Edit[] = [];
	const addUnread = ({ callee, arguments: [options] }: ESTree.CallExpression) => {
		if (callee.type !== "Identifier" || callee.name !== "endpoint") return;
		if (options?.type !== "ObjectExpression") return;
		for (const { start, end, ...property } of options.properties) {
			if (property.type === "SpreadElement" || property.key.type !== "Identifier") continue;
			const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
			if (!calledProperties.has(property.key.name))
				unread.push({ start, end: end + comma, text: "" });
		}
	};
	visit(code, { CallExpression: addUnread });
	return withEdits(code, unread);
}

/** Returns the code of a module that only defines things while it loads, with the calls that do so marked as pure. */
export function pureDefinitions(code: string): string {
	const calls: ESTree.Span[] = [];
	const functions: ESTree.Span[] = [];
	const collect = (types: readonly string[], spans: ESTree.Span[]) =>
		types.map((type) => [type, (node: ESTree.Span) => spans.push(node)]);
	const found = [...collect(callTypes, calls), ...collect(functionTypes, functions)];
	visit(code, Object.fromEntries(found));
	const whileLoading = calls.filter(
		(call) => !functions.some(({ start, end }) => start < call.start && call.end <= end),
	);
	const pure = whileLoading.map(({ start }) => ({ start, end: start, text: "/* @__PURE__ */ " }));
	return withEdits(code, pure);
}

const visit = (code: string, visitor: ConstructorParameters<typeof Visitor>[0]) =>
	new Visitor(visitor).visit(parseSync("module.ts", code).program);

interface Edit {
	start: number;
	end: number;
	/** What stands there instead. */
	text: string;
}

/** Makes edits that don't overlap, the last first, so that the positions of the others stay. */
function withEdits(code: string, edits: readonly Edit[]): string {
	return edits
		.toSorted((a, b) => b.start - a.start)
		.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}
