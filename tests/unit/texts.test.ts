/** Texts that users read stand in src/messages: none in a component, an island, a layout or a page. */
import { globSync, readFileSync } from "node:fs";
import { parse } from "@astrojs/compiler-rs";
import { expect, it } from "vitest";

/** Files whose literals are not for users of the shop, each with the reason. */
const excludedFiles = [
	// Documentation of the API, and what it answers to programs.
	"src/{pages,components}/api/**",
	"src/pages/oembed.ts",
];

/** Literals that look like texts, but are code. */
const codes = [
	/^h[1-6]$|<(svg|rect) /,
	// HTTP headers and their values.
	/^(Accept|Authorization|Bearer)$|max-age=/,
	// CSS, its classes and selectors, and the widths of images.
	/[{;]\s*\}?\s*$|^(btn|w-full) |^textarea, |\(min-width: /,
	// The specification's statuses of an order, as the API has them.
	/^(Pending|Shipped)$/,
	// A key of the keyboard.
	/^(Enter|Escape)$/,
];

/** Attributes whose text users read or hear, also those of our own components. */
const shownAttributes =
	/^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|summary|\w*([lL]abel|[dD]escription|[hH]eading|[hH]int|[tT]ext|[mM]essage|[eE]mpty|[nN]ote|singular|plural))$/;
const codeAttributes =
	/^(class(Name|:list)?|look|style|href|src|d|id|for|name|type|rel|media|sizes|allow|\w*[kK]ey[hH]int)$/;

/** A node of the syntax tree that Astro's compiler gives. */
interface Node {
	type: string;
	[field: string]: unknown;
}

/** How a literal is used: shown as it is, code such as a class, or a value that a text may be made of. */
type Use = "shown" | "code" | "value";

/** The texts in the source of an .astro, .tsx or .ts file. */
function textsIn(file: string, source: string): string[] {
	const { ast, diagnostics } = parse(file.endsWith(".astro") ? source : `---\n${source}\n---\n`);
	if (diagnostics.length > 0) throw new Error(`${file} can't be parsed.`);
	const texts: string[] = [];
	const visit = (node: unknown, use: Use): void => {
		if (Array.isArray(node)) for (const each of node) visit(each, use);
		if (!isNode(node) || isStyle(node)) return;
		const text = textOf(node);
		if (typeof text === "string") {
			if (node.type === "JSXText" || use === "shown" ? hasLetters(text) : isSentence(text, use))
				texts.push(text.trim());
			return;
		}
		for (const [field, child] of Object.entries(node)) visit(child, childUse(node, field, use));
	};
	visit(ast, "value");
	return texts.filter((text) => !codes.some((code) => code.test(text)));
}

const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isStyle = ({ type, openingElement }: Node): boolean =>
	type === "JSXElement" && isNode(openingElement) && nameOf(openingElement.name) === "style";

/** The text of a literal, of a part of a template or between tags. */
function textOf({ type, value }: Node): unknown {
	if (type === "TemplateElement" && typeof value === "object" && value !== null)
		return "cooked" in value && value.cooked;
	return type === "Literal" || type === "JSXText" ? value : undefined;
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replace(/&\w+;/g, ""));

/** A capitalised word, or several words. */
const isSentence = (text: string, use: Use): boolean =>
	use === "value" &&
	(/^\s*[A-Z][a-z]+([ .,:!?…]|$)/.test(text) || /[A-Za-z]{2,}[,.:]? [a-z]{2,}.*[ .…?!]/.test(text));

/** How the child in this field of a node is used, if the node is used so. */
function childUse(node: Node, field: string, use: Use): Use {
	if (node.type === "JSXElement" || node.type === "JSXFragment")
		return field === "children" ? "shown" : "value";
	if (node.type === "JSXAttribute") {
		const name = nameOf(node.name);
		return codeAttributes.test(name) ? "code" : shownAttributes.test(name) ? "shown" : "value";
	}
	if (use === "code" || /^TS(As|Satisfies)Expression$/.test(node.type)) return use;
	if (/^JSXOpening/.test(node.type)) return field === "attributes" ? "value" : "code";
	if (/^(Import|ExportAll)Declaration$|^TS|^JSXClosing/.test(node.type)) return "code";
	if (node.type === "NewExpression" && nameOf(node.callee) === "Error") return "code";
	if (node.type === "BinaryExpression") return node.operator === "+" ? use : "code";
	// A key such as "aria-label", an argument that names something: only sentences count.
	if (/^(Call|New|Arrow|Member|Object)|^Property$/.test(node.type)) return "value";
	return node.type === "ConditionalExpression" && field === "test" ? "value" : use;
}

function nameOf(name: unknown): string {
	if (!isNode(name)) return "";
	if (name.type !== "JSXNamespacedName") return String(name.name);
	return `${nameOf(name.namespace)}:${nameOf(name.name)}`;
}

const files = globSync("src/{pages,components,layouts,islands}/**/*.{astro,tsx,ts}", {
	exclude: [...excludedFiles, "**/*.test.ts"],
}).toSorted();

it("has no text for users outside src/messages", () => {
	expect(files.length).toBeGreaterThan(150);
	const texts = files.flatMap((file) =>
		textsIn(file, readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
	);
	expect(texts).toEqual([]);
});

it.each([
	["text between tags", "a.astro", "<p>one</p>"],
	["text beside a value", "a.astro", "<p>{count} tools</p>"],
	["an attribute", "a.astro", '<nav aria-label="menu" class="btn"></nav>'],
	["an attribute of our own", "a.tsx", 'const a = <Field emptyLabel="none" type="text" />;'],
	["one of two", "a.tsx", 'const a = <p>{sending ? "wait" : messages.send}</p>;'],
	["a template", "a.astro", '<p title={"about " + name}></p>'],
	["a value of the code", "a.astro", '---\nconst rows = [["Price", price]];\n---\n'],
	["a toast", "a.ts", 'toast("This is saved."); throw new Error("This is a bug.");'],
])("finds %s", (_, file, source) => {
	expect(textsIn(file, source)).toHaveLength(1);
});
