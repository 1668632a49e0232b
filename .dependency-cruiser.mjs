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
		// Declarations have no code: the compiler alone reads them.
		to: { path: "^src/(?!declarations/)", pathNot: to },
	};
}

/**
 * The folders of src/shop in their order: each imports only itself and those before it. docs/architecture.md shows
 * the same list (tests/unit/folder-order.test.ts). What a later folder must hear of an earlier one it reads from the
 * outbox.
 */
export const shopFolders = [
	"audit",
	"csv",
	"outbox",
	"settings",
	"addresses",
	"users",
	"legal",
	"articles",
	"own-pages",
	"images",
	"fit",
	"tools",
	"catalogue",
	"jobs",
	"search",
	"stock-alerts",
	"gift-cards",
	"offers",
	"carts",
	"costs",
	"orders",
	"invoices",
	"refunds",
	"payments",
	"shipments",
	"returns",
	"questions",
	"reviews",
	"structured-data",
	"embeds",
	"feeds",
	"customers",
	"find",
	"partners",
	"suppliers",
	"imports",
	"exports",
	"health",
	"mails",
	"sales",
];

const errors = "^src/errors\\.ts$";
/** Below the shop: values with their rules, roles and callers, the facts of the owner, errors. */
const below = "^src/(access|config|values)/[^/.]+\\.ts$|^src/errors\\.ts$";
const noun = "^src/shop/[^/]+/[^/.]+\\.ts$";
const api = "^src/shop/[^/]+/[^/]+\\.api\\.ts$";
const server = "^src/shop/[^/]+/[^/]+\\.server\\.ts$";
const tests = "\\.test\\.tsx?$";
const browserHttp = "^src/http/(call|current-user|endpoint|token-storage|auth-client)\\.ts$";
const paths = "^src/paths/";
const messages = "^src/messages/";

/** The folder at this index and those before it, as a pattern. */
function mayReach(index) {
	return shopFolders.slice(0, index + 1).join("|");
}

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
					"^src/messages/",
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
			below,
			noun,
			api,
			browserHttp,
			paths,
			messages,
		]),
		mayImportOnly("components-and-layouts", "^src/(components|layouts)/", [
			"^src/(components|layouts|islands|styles|assets)/",
			"^src/http/token-storage\\.ts$",
			below,
			noun,
			paths,
			messages,
		]),
		mayImportOnly("stores", "^src/stores/", ["^src/stores/", below, noun, api, browserHttp]),
		mayImportOnly("nouns", noun, [below, noun, messages, paths], [tests]),
		mayImportOnly("wire", api, [below, noun, "^src/http/endpoint\\.ts$"]),
		mayImportOnly("server", server, [below, noun, server, "^src/(db|platform)/", paths, messages]),
		mayImportOnly("endpoints", "^src/shop/endpoints\\.ts$", [api, noun, "^src/http/"]),
		...shopFolders.map((folder, index) => ({
			name: `order-of-${folder}`,
			comment: "A folder of src/shop imports only itself and those before it in shopFolders.",
			severity: "error",
			from: { path: `^src/shop/${folder}/`, pathNot: tests },
			to: { path: "^src/shop/", pathNot: `^src/shop/(${mayReach(index)})/` },
		})),
		mayImportOnly("db", "^src/db/", ["^src/db/", below, noun]),
		{
			name: "db-reaches-no-texts",
			comment:
				"Tables need constants of x.ts only: order-states, order-conditions, roles, audit-actions, outbox-kinds, hidden-reasons, import-states. A migration must not depend on texts, widgets or the shop's facts.",
			severity: "error",
			from: { path: "^src/db/", pathNot: tests },
			to: { path: "^(src/messages/|src/config/|shop\\.config|widgets/)", reachable: true },
		},
		mayImportOnly("config-and-errors", `^src/config/|${errors}`, ["^src/config/"], [tests]),
		mayImportOnly(
			"access-and-values",
			"^src/(access|values)/",
			["^src/(access|values|config)/", errors, messages],
			[tests],
		),
		mayImportOnly(
			"platform",
			"^src/platform/",
			["^src/(platform|db)/", below, paths, messages],
			[tests],
		),
		mayImportOnly("http", "^src/http/", ["^src/(http|platform)/", below, paths, messages], [tests]),
		mayImportOnly(
			"messages-and-paths",
			`${messages}|${paths}`,
			["^src/(errors|config/(config|language|law)|messages/numbers)\\.ts$", paths],
			[tests],
		),
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
		{
			name: "no-ops-in-local",
			comment: "What `npm start` runs needs no tool of those who run a shop.",
			severity: "error",
			from: { path: "^local/", pathNot: "\\.test\\.ts$" },
			to: { path: "^ops/" },
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
