/** The rules of drawings that browsers load: local/demo/README.md. */
import { expect } from "vitest";

/** Fails unless a drawing has this size, is small and refers to nothing outside itself. */
export function expectSelfContained(svg: string, size: string, maxBytes: number): void {
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
