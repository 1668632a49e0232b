/**
 * The import table of docs/architecture.md as rules. Each rule names a kind of file and what it may
 * import; all other imports inside src are errors. It reads TypeScript only: biome.json has the rules
 * for .astro files.
 */

/** A rule: inside src, files that match `from` may import only files that match one of `to`. */
function mayImportOnly(name, from, to, fromNot = []) {
	return {
		name,
		comment: `see the import table in docs/architecture.md`,
		severity: "error",
		from: { path: from, ...(fromNot.length > 0 && { pathNot: fromNot }) },
		to: { path: "^src/", pathNot: to },
	};
}

const noun = "^src/(shop/[^/]+|access|config|values)/[^/.]+\\.ts$|^src/errors\\.ts$";
const api = "^src/shop/[^/]+/[^/]+\\.api\\.ts$";
const server = "^src/shop/[^/]+/[^/]+\\.server\\.ts$";
const tests = "\\.test\\.tsx?$";
const browserHttp = "^src/http/(call|current-user|endpoint|token-storage|auth-client)\\.ts$";
const site = "^src/(site|staff|public)-paths\\.ts$";
const messages = "^src/messages[a-z.-]*\\.ts$";

export default {
	forbidden: [
		{
			name: "no-cycles",
			severity: "error",
			from: {},
			to: { circular: true },
		},
		{
			name: "no-orphans",
			severity: "error",
			from: {
				orphan: true,
				pathNot: [
					// Type declarations, which the compiler reads without an import.
					"\\.d\\.m?ts$",
					"^src/worker\\.ts$",
					"^src/middleware\\.ts$",
					// Imported from .astro files, which this tool does not read.
					"^src/(pages|components|layouts)/",
					"^src/messages\\.\\w+\\.ts$",
					"^widgets/",
					// Only the compiler reads them.
					"^tests/worlds/",
					// vitest.config.ts resolves cloudflare:test to it.
					"^tests/setup/in-node/test\\.ts$",
					// A setup file of mutation tests.
					"^tests/setup/load-routes\\.ts$",
				],
			},
			to: {},
		},
		{
			name: "no-imports-of-pages",
			comment: "Nothing imports a page, not even another page.",
			severity: "error",
			from: { path: "^src/" },
			to: { path: "^src/pages/" },
		},
		mayImportOnly("islands", "^src/islands/", [
			"^src/islands/",
			"^src/stores/",
			noun,
			api,
			browserHttp,
			site,
			messages,
		]),
		mayImportOnly("components-and-layouts", "^src/(components|layouts)/", [
			"^src/(components|layouts|islands|styles|assets)/",
			"^src/http/token-storage\\.ts$",
			noun,
			site,
			messages,
		]),
		mayImportOnly("stores", "^src/stores/", ["^src/stores/", noun, api, browserHttp]),
		mayImportOnly("nouns", noun, [noun, messages, site], [tests]),
		mayImportOnly("wire", api, [noun, "^src/http/endpoint\\.ts$"]),
		mayImportOnly("server", server, [noun, server, "^src/(db|platform)/", site, messages]),
		{
			name: "services-one-way",
			comment: "payments -> orders -> tools, reviews -> orders and tools; never back.",
			severity: "error",
			from: { path: "^src/shop/(tools|users|orders|reviews)/.*\\.server\\.ts$" },
			to: { path: "^src/shop/payments/.*\\.server\\.ts$" },
		},
		{
			name: "tools-users-images-and-audit-call-no-service",
			severity: "error",
			from: { path: "^src/shop/(tools|users|images|audit)/.*\\.server\\.ts$" },
			to: { path: "^src/shop/(orders|reviews|payments)/.*\\.server\\.ts$" },
		},
		{
			name: "orders-call-tools-only",
			severity: "error",
			from: { path: "^src/shop/orders/.*\\.server\\.ts$" },
			to: { path: "^src/shop/(users|reviews|payments)/.*\\.server\\.ts$" },
		},
		mayImportOnly("db", "^src/db/", ["^src/db/", noun]),
		{
			name: "db-reaches-no-texts",
			comment:
				"Tables need constants of x.ts only: order-states, roles, audit-actions, outbox-kinds, hidden-reasons, import-states. A migration must not depend on texts, widgets or the shop's facts.",
			severity: "error",
			from: { path: "^src/db/", pathNot: tests },
			to: { path: "^(src/messages|src/config/|shop\\.config|widgets/)", reachable: true },
		},
		mayImportOnly("platform", "^src/platform/", [
			"^src/platform/",
			"^src/db/",
			noun,
			site,
			messages,
		]),
		mayImportOnly("messages", messages, [
			"^src/(errors|config/config)\\.ts$",
			"^src/messages\\.numbers\\.ts$",
		]),
		mayImportOnly("site", site, []),
		{
			name: "bindings-in-platform",
			comment:
				"Only src/platform reads bindings and secrets. The entry extends the platform's class of entrypoints.",
			severity: "error",
			from: { path: "^src/", pathNot: ["^src/platform/", "^src/worker\\.ts$", tests] },
			to: { path: "^cloudflare:workers$" },
		},
		{
			name: "widgets-are-independent",
			severity: "error",
			from: { path: "^widgets/" },
			to: { path: "^src/" },
		},
		{
			name: "the-stand-in-for-stripe-is-independent",
			comment: "A package for any project: it imports its own files and Node's modules.",
			severity: "error",
			from: { path: "^stand-in-for-stripe/src/", pathNot: "\\.test\\.ts$|/testing\\.ts$" },
			to: { path: ".", pathNot: "^stand-in-for-stripe/|^(node:)?[a-z]+(/promises)?$" },
		},
		{
			name: "no-local-code-in-src",
			comment: "The shop never imports code that only runs locally.",
			severity: "error",
			from: { path: "^src/" },
			to: { path: "^(local|ops|tests|bench|stand-in-for-stripe)/" },
		},
	],
	options: {
		doNotFollow: { path: "node_modules" },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.json" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["import", "default"],
			extensions: [".ts", ".tsx", ".mjs", ".js"],
		},
		exclude: { path: "^(dist|\\.astro|\\.generated|widgets/released|stand-in-for-stripe/dist)/" },
	},
};
