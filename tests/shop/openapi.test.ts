import { expect, it } from "vitest";
import { callApi } from "../helpers/shop.ts";

const routes = import.meta.glob<Record<string, unknown>>("../../src/pages/api/**/*.ts", {
	eager: true,
});

/** Routes outside the document: better-auth's own, the 404, the document itself. */
const others = ["/auth/[...path]", "/[...path]", "/openapi.json"];

const methods = ["get", "post", "put", "patch", "delete"];

it("GET /openapi.json describes every route and no other", async () => {
	const { status, headers, body } = await callApi("GET", "/openapi.json");
	expect(status).toBe(200);
	expect(headers.get("content-type")).toMatch(/^application\/json/);
	const described = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `${method} ${path}`),
	);
	const routed = Object.entries(routes).flatMap(([file, route]) => {
		const path = file.replace(/^.*\/pages\/api/, "").replace(/\.ts$/, "");
		if (others.includes(path)) return [];
		return methods
			.filter((method) => method.toUpperCase() in route)
			.map((method) => `${method} ${path.replace(/\[(\w+)\]/g, "{$1}")}`);
	});
	expect(described.sort()).toEqual(routed.sort());
});

it("GET /openapi.json has the bounds of numbers, but not those of all safe integers", async () => {
	const { body } = await callApi("GET", "/openapi.json");
	const text = JSON.stringify(body);
	expect(text).toContain('"minimum":1');
	expect(text).toMatch(/"maximum":\d/);
	expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

it("GET /openapi.json allows no other method", async () => {
	expect((await callApi("POST", "/openapi.json")).status).toBe(405);
});
