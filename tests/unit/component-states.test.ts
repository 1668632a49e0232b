/** Every component is checked by axe in a page or state of a journey, or has a reason. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { componentStates } from "../journeys/component-states.ts";
import { adminPages, customerPages } from "../journeys/guarded-pages.ts";

const components = globSync("src/{components,layouts,islands}/**/*.{astro,tsx}")
	.map((file) => file.replaceAll("\\", "/").slice("src/".length))
	.sort();
const checks = Object.entries(componentStates).flatMap(([component, entry]) =>
	"notChecked" in entry ? [] : [{ component, state: entry[0], selector: entry[1] }],
);

it("each component has an entry in component-states.ts, and each entry a component", () => {
	expect(Object.keys(componentStates).sort()).toEqual(components);
});

it("a test with axe has each state", () => {
	const tests = [
		"accessibility",
		"cart",
		"public-pages",
		"signed-in-pages",
		"products",
		"find",
		"customers",
		"returns",
		"reviews",
		"riders",
		"imports",
		"packing",
		"phone-order",
		"gift-cards",
		"offers",
	];
	const sources = tests.map((name) => readFileSync(`tests/journeys/${name}.test.ts`, "utf8"));
	// The paths of signed-in-pages.
	const guarded = Object.keys({ ...customerPages, ...adminPages }).map((path) => `"${path}"`);
	const source = [...sources, ...guarded].join("\n");
	// The link in an e-mail has a token, which is no part of the path.
	const missing = checks.filter(
		({ state }) => !new RegExp(`"${RegExp.escape(state)}["?]`).test(source),
	);
	expect(missing).toEqual([]);
});

it("each selector looks for what the component itself renders", () => {
	const messages = globSync("src/messages/*.ts").map((file) => readFileSync(file, "utf8"));
	for (const { component, selector } of checks) {
		const source = readFileSync(`src/${component}`, "utf8").replace(/\s+/g, " ");
		const texts = [...selector.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
		const names = [...selector.replace(/"[^"]*"/g, "").matchAll(/[.#]([\w-]+)/g)];
		const label = `${component}: ${selector}`;
		for (const text of texts) expect([source, ...messages].join(), label).toContain(text);
		for (const [, name] of names) expect(source, label).toContain(name);
	}
});
