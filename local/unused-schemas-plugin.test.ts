import { expect, it } from "vitest";
import { pureDefinitions, shortEndpoints } from "./unused-schemas-plugin.ts";

it("endpoints keep what a call reads", () => {
	const code = `export const e = endpoint({
	method: "GET",
	path: "/tool/{id}",
	access: "public",
	params: v.object({ id }),
	...more,
	reply: v.array(v.object({ method: v.string() })),
	errors: ["not_found"],
});
other({ method: 1, summary: "" });`;
	expect(shortEndpoints(code).replaceAll(/\s+/g, " ")).toBe(
		'export const e = endpoint({ method: "GET", path: "/tool/{id}", access: "public", ...more, }); other({ method: 1, summary: "" });',
	);
});

it("calls are pure that run while the module loads, but not those of functions", () => {
	const code =
		"const a = v.object({ b: text(1) });\nconst c = () => d();\nfunction e() { f(new G()); }\n";
	expect(pureDefinitions(code)).toBe(
		"const a = /* @__PURE__ */ v.object({ b: /* @__PURE__ */ text(1) });\nconst c = () => d();\nfunction e() { f(new G()); }\n",
	);
});
