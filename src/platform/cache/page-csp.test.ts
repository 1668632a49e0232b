import { describe, expect, it } from "vitest";
import { hashBase64 } from "../../values/hash.ts";
import { cspHeader, withOwnHashes, withoutUnusedHashes } from "./page-csp.ts";

const source = async (text: string) => `'sha256-${await hashBase64("SHA-256", text)}'`;

const policyOf = async (scripts: string[], styles: string[]) => {
	const sources = async (texts: string[]) => (await Promise.all(texts.map(source))).join(" ");
	return `default-src 'self'; script-src 'self' ${await sources(scripts)}; style-src 'self' ${await sources(styles)};`;
};

const page = `<style>a{color:red}</style><script src="/a.js"></script><script type="module">one()</script><script src="/b.js"></script>`;

it("keeps the hashes of what is in the page, and removes the others", async () => {
	const policy = await policyOf(["one()", "two()"], ["b{}", "a{color:red}"]);
	expect(await withoutUnusedHashes(policy, page, [])).toBe(
		await policyOf(["one()"], ["a{color:red}"]),
	);
});

it.each([
	`<input value="<script>"><b title='<style>' data-x="a > b">it's "</b>`,
	`<p aria-label="'"></p><i class=a title="<script>x</script>">'</i><!-- it's <b> -->`,
])("is not misled by what a user has written: %s", async (text) => {
	const policy = await policyOf(["one()", "two()"], ["a{color:red}"]);
	expect(await withoutUnusedHashes(policy, `${text}${page}${text}`, [])).toBe(
		await policyOf(["one()"], ["a{color:red}"]),
	);
});

it("never allows what the policy did not", async () => {
	const policy = "default-src 'self'; script-src 'self'; style-src 'self';";
	expect(await withoutUnusedHashes(policy, page, ["sha256-unknown"])).toBe(policy);
});

it("keeps the hashes of what islands insert, in a page that has one", async () => {
	const policy = await policyOf(["one()", "two()"], ["b{}", "toast{}"]);
	const inserted = [`sha256-${await hashBase64("SHA-256", "toast{}")}`];
	const withIsland = `${page}<astro-island></astro-island>`;
	expect(await withoutUnusedHashes(policy, withIsland, inserted)).toBe(
		await policyOf(["one()"], ["toast{}"]),
	);
	expect(await withoutUnusedHashes(policy, page, inserted)).not.toContain(inserted[0]);
});

describe("the response of a page", () => {
	const policy = policyOf(["one()", "two()"], []);
	const respond = async (body: string | null, headers: Record<string, string> = {}) =>
		new Response(body, { status: 404, headers: { [cspHeader]: await policy, ...headers } });

	it("has the same HTML and headers, and a policy of its own", async () => {
		const response = await withOwnHashes(await respond(page, { "Cache-Control": "no-store" }), []);
		expect(response.headers.get(cspHeader)).toBe(await policyOf(["one()"], []));
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(response.status).toBe(404);
		expect(await response.text()).toBe(page);
	});

	it("is left as it is without HTML, hashes or a policy", async () => {
		const others = [
			await respond(null),
			new Response(page, { headers: { [cspHeader]: "default-src 'none'" } }),
			new Response(page),
		];
		for (const response of others) expect(await withOwnHashes(response, [])).toBe(response);
	});
});
