/** Files, functions and other names of the code that the documentation mentions exist, and its figures are right. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");

/** Not the decisions: they say what was once. Nor the map of the specification, which has a test of its own. */
const documents = files.filter(
	(file) =>
		/^(docs\/[^/]+|[A-Z]+)\.md$/.test(file) && !/specification-map|CHANGELOG|licences/.test(file),
);

const code = files
	.filter((file) => /\.(ts|tsx|astro|mjs|js|sql|toml|json|jsonc)$/.test(file))
	.filter((file) => !/^(package-lock|tests\/fixtures|content)/.test(file))
	.map((file) => readFileSync(file, "utf8"))
	.join("\n");

const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));

/** What a recipe or an example invents, and what a command writes. */
const invented =
	/^x(\.\w+)+$|^(weightGrams|getStock\w*|toolNotes|numberOf|on[A-Z]\w+)$|sequenceDiagram|bench\/results\.json|weight|stock\.ts|StockLookup|stock\.astro|tool-notes|chain-wear|true-wheel/;

/** The pieces of a document in backticks, and those of its diagrams. */
function piecesOf(document: string): string[] {
	const text = readFileSync(document, "utf8");
	const diagrams = [...text.matchAll(/```mermaid\n(.*?)```/gs)].flatMap(
		([, diagram = ""]) => diagram.match(/\b[a-z]+[A-Z]\w+\b|[\w.-]+\.ts\b/g) ?? [],
	);
	const prose = text.replaceAll(/```.*?```/gs, "");
	return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, piece = ""]) => piece).concat(diagrams);
}

const pieces = documents.flatMap((document) =>
	piecesOf(document).map((piece) => ({ document, piece })),
);

const withoutExtension = files.flatMap((file) => [
	file.replace(/\.\w+$/, ""),
	file.replace(/\.(server|api)\.ts$/, ""),
]);

/** Whether a path in the documentation is one of the repository, or the end of one. */
function isFile(path: string): boolean {
	const plain = path.replace(/\/$/, "");
	return (
		files.some((file) => file === plain || file.endsWith(`/${plain}`)) ||
		files.some((file) => file.startsWith(`${plain}/`) || file.includes(`/${plain}/`)) ||
		withoutExtension.some((file) => file.endsWith(`/${plain}`))
	);
}

describe("the documentation", () => {
	it("mentions only files that exist", () => {
		const paths = pieces.filter(
			({ piece }) =>
				/^[\w[\].-]+(\/[\w[\].-]+)*\.(ts|tsx|astro|mjs|jsonc?|toml|css)$/.test(piece) ||
				/^(src|local|ops|tests|bench|widgets|content|docs|platform|shop|http|db|islands)\/[\w/.[\]-]*$/.test(
					piece,
				),
		);
		expect(paths.length).toBeGreaterThan(100);
		const missing = paths.filter(({ piece }) => !invented.test(piece) && !isFile(piece));
		expect(missing.map(({ document, piece }) => `${document}: ${piece}`)).toEqual([]);
	});

	it("draws each function in the file that has it, and tables only files that exist", () => {
		const texts = documents.map((document) => readFileSync(document, "utf8"));
		const drawings = texts.flatMap((text) => text.match(/```mermaid\n.*?```/gs) ?? []);
		const drawn = drawings.flatMap((text) => [...text.matchAll(/([\w.-]+\.tsx?): ([a-z]\w*)/gi)]);
		expect(drawn.length).toBeGreaterThan(30);
		const wrong = drawn.filter(
			([, file = "", name = ""]) =>
				!files.some(
					(path) =>
						path.endsWith(`/${file}`) &&
						new RegExp(`\\b(function|const) ${name}\\b`).test(readFileSync(path, "utf8")),
				),
		);
		expect(wrong.map(([piece]) => piece)).toEqual([]);
		const listed = texts.flatMap((text) => [...text.matchAll(/^\| `([\w-]+\/[\w-]+)`/gm)]);
		expect(listed.flatMap(([, path = ""]) => (isFile(path) ? [] : path))).toEqual([]);
	});

	it("mentions only functions and constants that exist", () => {
		const names = pieces.flatMap(({ document, piece }) => {
			const [, name] = /^([a-z]+[A-Z]\w*)(\(.*\))?$/.exec(piece) ?? [];
			return name ? [{ document, name }] : [];
		});
		expect(names.length).toBeGreaterThan(50);
		const missing = names.filter(({ name }) => !invented.test(name) && !words.has(name));
		expect(missing.map(({ document, name }) => `${document}: ${name}`)).toEqual([]);
	});
});

describe("figures in the documentation", () => {
	it("are the rows that an order writes", () => {
		const costs = readFileSync("tests/worker/queries.snap.txt", "utf8");
		const rows = [
			"POST /api/checkout",
			"POST /api/create-payment-intent",
			"PATCH /api/order/[id]",
			"queue cogsmith-mails (a receipt)",
		].map((name) => {
			const line = costs.split("\n").find((entry) => entry.startsWith(`${name}: `));
			return Number(/ (\d+) written/.exec(line ?? "")?.[1]);
		});
		const sum = rows.reduce((all, count) => all + count, 0);
		const orders = Math.floor(50_000 / sum);
		expect(readFileSync("docs/deploying.md", "utf8")).toContain(
			`An order of two tools, its payment and its receipt write ${sum} rows (\`tests/worker/queries.snap.txt\`): ${orders},000 orders a month are included`,
		);
	});

	it("are the files on an order's way", () => {
		const routes = [
			"checkout",
			"create-payment-intent",
			"order/[id]",
			"stripe/webhook",
			"shipments",
			"order/[id]/refund",
		].map((name) => `src/pages/api/${name}.ts`);
		const found = new Set(routes);
		for (const file of found) {
			const imports = readFileSync(file, "utf8").matchAll(
				/^(?:im|ex)port\s+(?!type\b)(?:[^;"]*?from\s+)?"(\.[^"]+)"/gm,
			);
			for (const [, path = ""] of imports) found.add(join(dirname(file), path));
		}
		const ofShop = [...found].filter((file) => file.startsWith("src/shop/"));
		const servers = ofShop.filter((file) => file.endsWith(".server.ts"));
		const most = ["orders", "payments", "refunds"].map(
			(folder) =>
				`${servers.filter((file) => file.startsWith(`src/shop/${folder}/`)).length} of ${folder}`,
		);
		expect(readFileSync("docs/architecture.md", "utf8")).toContain(
			`imports lead to ${servers.length} \`x.server.ts\` files of \`src/shop\`, ${most.join(", ")}. With the routes, the wire (\`x.api.ts\`) and the rules (\`x.ts\`) they are ${ofShop.length + routes.length}.`,
		);
	});
});
