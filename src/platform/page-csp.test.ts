import { expect, it } from "vitest";
import { hashBase64 } from "../shop/embeds/hash.ts";
import { withoutUnusedHashes } from "./page-csp.ts";

const source = async (text: string) => `'sha256-${await hashBase64("SHA-256", text)}'`;

const policyOf = async (scripts: string[], styles: string[]) => {
	const sources = async (texts: string[]) => (await Promise.all(texts.map(source))).join(" ");
	return `default-src 'self'; script-src 'self' ${await sources(scripts)}; style-src 'self' ${await sources(styles)};`;
};

const page = `<style>a{color:red}</style><script src="/a.js"></script><script type="module">one()</script><script src="/b.js"></script>`;

it("keeps the hashes of what is in the page, and removes the others", async () => {
	const policy = await policyOf(["one()", "two()"], ["b{}", "a{color:red}"]);
	expect(await withoutUnusedHashes(policy, page)).toBe(await policyOf(["one()"], ["a{color:red}"]));
});

it("never allows what the policy did not", async () => {
	const policy = "default-src 'self'; script-src 'self'; style-src 'self';";
	expect(await withoutUnusedHashes(policy, page)).toBe(policy);
});

it("keeps all hashes of a page with islands, which insert styles", async () => {
	const policy = await policyOf(["one()", "two()"], ["b{}"]);
	expect(await withoutUnusedHashes(policy, `${page}<astro-island></astro-island>`)).toBe(policy);
});
