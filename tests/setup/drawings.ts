/** The rules of an SVG drawing: it stands alone, runs nothing and stays small. */
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";

/** Paths of the drawings in a folder. */
export const drawingsIn = (folder: string): string[] =>
	readdirSync(folder)
		.filter((name) => name.endsWith(".svg"))
		.map((name) => `${folder}/${name}`);

/** Expects a drawing of a size that needs no other file, has no script and no text. */
export function expectSelfContained(path: string, size: string, maxBytes: number): void {
	const svg = readFileSync(path, "utf8");
	const [width, height] = size.split("x");
	expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
	expect(Buffer.byteLength(svg)).toBeLessThan(maxBytes);
	expect(svg).not.toMatch(/<(script|text|tspan|image|foreignObject|style|a)\b/i);
	expect(svg).not.toMatch(/\son[a-z]+=/i);
	expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|data:/i);
	for (const [, target] of svg.matchAll(/href="([^"]*)"|url\(([^)]*)\)/g)) {
		if (target !== undefined) expect(target).toMatch(/^#/);
	}

	const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const [, a, b] of svg.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g)) {
		expect(ids).toContain(a ?? b);
	}
}
