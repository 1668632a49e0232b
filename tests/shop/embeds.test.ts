/** Embeds and the elements' script, as routes answer them: tests/widgets loads them in a browser. */
import { env } from "cloudflare:workers";
import type { APIContext } from "astro";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as scriptRoute from "../../src/pages/w/[version]/widgets.js.ts";
import { getLinkedTool, reviewsEmbed, toolEmbed } from "../../src/shop/embeds/embeds.server.ts";
import { frameScript } from "../../src/shop/embeds/frame-page.ts";
import { elementStyle } from "../../src/shop/embeds/responses.server.ts";
import {
	widgetsIntegrity,
	widgetsMajor,
	widgetsScript,
	widgetsVersion,
} from "../../src/shop/embeds/widget-script.server.ts";
import { hashBase64 } from "../../src/values/hash.ts";
import { embedRoute } from "../../src/worker/embed-route.ts";
import { addFamily } from "../helpers/families.ts";
import {
	addBundle,
	addGiftCard,
	addReview,
	addTool,
	archiveTool,
	origin,
	signUp,
} from "../helpers/shop.ts";

type Route = ReturnType<typeof embedRoute>;

/** Calls a route as Astro does. Returns its response and the cache policies that it set. */
async function call(
	route: Route,
	param: string,
	{ method = "GET", query = "", headers = {} }: CallOptions = {},
): Promise<{ response: Response; policies: unknown[] }> {
	const policies: unknown[] = [];
	const url = new URL(`${origin}/embed/v1/any${query}`);
	const context = {
		request: new Request(url, { method, headers }),
		url,
		params: { id: param, version: param },
		cache: { set: (policy: unknown) => policies.push(policy) },
	};
	const handler = method === "GET" ? route.GET : route.ALL;
	// Routes read no more of Astro's context.
	return { response: await handler(context as unknown as APIContext), policies };
}

interface CallOptions {
	method?: string;
	query?: string;
	headers?: Record<string, string>;
}

const [json, markup, frame] = (["json", "markup", "frame"] as const).map((format) =>
	embedRoute(toolEmbed, format),
) as [Route, Route, Route];

const crossOrigin = {
	"access-control-allow-origin": "*",
	"cross-origin-resource-policy": "cross-origin",
	"timing-allow-origin": "*",
};
const embedCaching = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400";

describe("the embed of a tool", () => {
	it("has as JSON the fields of a card, and is cached with the tool's tag", async () => {
		const id = await addTool({ name: "Chain whip", quantity: 7, minOrderQuantity: 2 });
		const { response, policies } = await call(json, id);
		expect(response.status).toBe(200);
		const data: Record<string, unknown> = await response.json();
		expect(data).toMatchObject({ _id: id, name: "Chain whip", quantity: 7, minOrderQuantity: 2 });
		expect(data).toMatchObject({ price: 25.99, amount: 25.99, currency: "USD" });
		expect(String(data.checkedAt)).toMatch(/:\d\d:00\.000Z$/);
		expect(data).not.toHaveProperty("retired");
		expect(Object.fromEntries(response.headers)).toMatchObject({
			...crossOrigin,
			"content-type": "application/json; charset=utf-8",
			"cache-control": embedCaching,
		});
		expect(policies).toEqual([{ maxAge: 60, swr: 600, tags: ["every-tool", `tool:${id}`] }]);
	});

	it("has the unit price of what is sold by volume", async () => {
		const id = await addTool({ priceCents: 1200 });
		await env.DB.prepare("update tools set contents = '400 ml' where id = ?").bind(id).run();
		const data: object = await (await call(json, id)).response.json();
		expect(data).toMatchObject({ amount: 12, unitAmount: 30, per: "l" });
		expect(await (await call(frame, id)).response.text()).toContain("$30.00/l · ");
	});

	it("says what two pieces cost where one orders two at least", async () => {
		const id = await addTool({ priceCents: 1250, minOrderQuantity: 2, quantity: 9 });
		const data: object = await (await call(json, id)).response.json();
		expect(data).toMatchObject({ amount: 12.5, smallestOrder: { quantity: 2, price: 25 } });
		const page = await (await call(frame, id)).response.text();
		expect(page).toContain("9 in stock · Minimum 2, $25.00");
		// Strangers have no account: the tool's page sells to them too.
		expect(page).not.toContain("/purchase/");
	});

	it("at the address of a family is the family's: its name, from which price, how many", async () => {
		const [five, six] = [await addTool({ priceCents: 900 }), await addTool({ priceCents: 1100 })];
		const slug = "hex-keys-embedded";
		await addFamily(slug, { [five]: "5", [six]: "6" }, "Hex key");
		const { response, policies } = await call(json, slug);
		const family = { count: 2, from: true, address: slug };
		expect(await response.json()).toMatchObject({ _id: five, name: "Hex key", amount: 9, family });
		const tags = ["every-tool", `tool:${five}`, `tool:${six}`];
		expect(policies).toMatchObject([{ tags }]);
		const page = await (await call(frame, slug)).response.text();
		expect(page).toContain("2 versions");
		expect(page).toContain("from $9.00");
		expect(page).not.toContain("in stock");
		expect(page).toContain(`${origin}/tools/${slug}"`);
		expect(await getLinkedTool(slug)).toEqual({ _id: slug, name: "Hex key" });
		const own: object = await (await call(json, six)).response.json();
		expect(own).toMatchObject({ _id: six, amount: 11 });
		expect(own).not.toHaveProperty("family");
	});

	it("of a kit says what is in it, and of a gift card no stock", async () => {
		const [one, two] = [await addTool({ name: "Chain tool" }), await addTool({ name: "Lever" })];
		const kit = await addBundle([
			[one, 1],
			[two, 2],
		]);
		const { response, policies } = await call(json, kit);
		expect(await response.json()).toMatchObject({
			description: expect.stringMatching(
				/^In the kit: (Chain tool, 2 × Lever|2 × Lever, Chain tool)\. /,
			),
		});
		expect(policies).toMatchObject([{ tags: expect.arrayContaining([`tool:${one}`]) }]);
		const card = await addGiftCard({ quantity: 5000 });
		const page = await (await call(frame, card)).response.text();
		expect(page).toContain("Purchase");
		expect(page).not.toContain("in stock");
	});

	it("of a tool that was never there doesn't say that it is no longer sold", async () => {
		expect(await (await call(frame, "nope")).response.text()).not.toContain("No longer sold");
	});

	it("says that an archived tool is retired, without price and stock", async () => {
		const id = await addTool({ name: "Old whip" });
		await archiveTool(id);
		const data: object = await (await call(json, id)).response.json();
		expect(data).toMatchObject({ _id: id, name: "Old whip", retired: true });
		for (const field of ["price", "amount", "quantity"]) expect(data).not.toHaveProperty(field);
	});

	it("is 410 a year after the tool was archived, and 404 for a draft", async () => {
		const id = await addTool({ name: "Older whip" });
		const archive = (days: number, draft: number) =>
			env.DB.prepare("update tools set archived_at = ?, draft = ?, created_at = 1 where id = ?")
				.bind(Date.now() - days * 24 * 60 * 60 * 1000, draft, id)
				.run();
		const statuses = () =>
			Promise.all(
				[json, markup, frame].map(async (route) => (await call(route, id)).response.status),
			);
		await archive(364, 0);
		expect(await statuses()).toEqual([200, 200, 200]);
		await archive(365, 0);
		expect(await statuses()).toEqual([410, 410, 410]);
		expect(await (await call(frame, id)).response.text()).toContain("No longer sold");
		const { response } = await call(json, id);
		expect(await response.json()).toMatchObject({ error: { code: "gone" } });
		expect(Object.fromEntries(response.headers)).toMatchObject(crossOrigin);
		await expect(getLinkedTool(id)).rejects.toMatchObject({ code: "gone" });
		await archive(1, 1);
		expect(await statuses()).toEqual([404, 404, 404]);
	});

	it("answers 304 without a body to its own ETag", async () => {
		const id = await addTool({ name: "Cable cutter" });
		// The data names the minute, which must not end between two requests.
		vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 12, 30, 15) });
		onTestFinished(() => {
			vi.useRealTimers();
		});
		const first = (await call(markup, id)).response;
		const ifNoneMatch = { "If-None-Match": `"other", ${first.headers.get("etag")}` };
		const again = (await call(markup, id, { headers: ifNoneMatch })).response;
		expect(again.status).toBe(304);
		expect(await again.text()).toBe("");
		const other = (await call(markup, id, { headers: { "If-None-Match": '"other"' } })).response;
		expect(other.status).toBe(200);
		expect(await other.text()).toContain("Cable cutter");
	});

	it("as markup can't be framed and is for no search engine", async () => {
		const id = await addTool({ name: "Markup tool" });
		const { response, policies } = await call(markup, id);
		const csp = response.headers.get("content-security-policy") ?? "";
		expect(response.headers.get("x-robots-tag")).toBe("noindex");
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(response.headers.get("cache-control")).toBe(embedCaching);
		expect(policies).toHaveLength(1);
		const style = await hashBase64("SHA-256", elementStyle);
		expect(csp).toBe(
			`default-src 'none'; img-src ${origin}; style-src 'sha256-${style}'; script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; trusted-types 'none'; require-trusted-types-for 'script'`,
		);
		const text = await response.text();
		expect(text).toContain("Markup tool");
		expect(text).not.toContain("<!doctype");
	});

	it("as a frame is a page that any site may frame, in the theme of the address", async () => {
		const id = await addTool({ name: "Framed tool" });
		const { response } = await call(frame, id, { query: "?theme=dark" });
		const csp = response.headers.get("content-security-policy") ?? "";
		expect(csp).toContain("frame-ancestors *;");
		expect(csp).toContain(`script-src 'sha256-${await hashBase64("SHA-256", frameScript)}';`);
		expect(csp.match(/style-src ([^;]+);/)?.[1]?.split(" ")).toHaveLength(2);
		expect(response.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
		const text = await response.text();
		expect(text).toContain("<title>Framed tool</title>");
		expect(text).toContain(frameScript);
		const light = await (await call(frame, id, { query: "?theme=light" })).response.text();
		expect(light).not.toBe(text);
	});

	it("is 404 for an unknown tool: JSON for programs, a page for frames", async () => {
		const missing = (await call(json, "nope")).response;
		expect(missing.status).toBe(404);
		expect(await missing.json()).toMatchObject({ error: { code: "not_found" } });
		expect(Object.fromEntries(missing.headers)).toMatchObject(crossOrigin);
		const { response: page, policies } = await call(frame, "nope");
		expect(page.status).toBe(404);
		expect(policies).toEqual([]);
		expect(Object.fromEntries(page.headers)).toMatchObject({
			...crossOrigin,
			"content-type": "text/html; charset=utf-8",
			"cross-origin-embedder-policy": "require-corp",
		});
		expect(await page.text()).toContain("<title>Cogsmith</title>");
		expect((await call(markup, "nope")).response.headers.get("content-type")).toContain("json");
	});

	it("takes no other method", async () => {
		const { response } = await call(json, "nope", { method: "POST" });
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
	});
});

describe("the embed of reviews", () => {
	const feed = embedRoute(reviewsEmbed, "json");

	it("has as many of the newest as asked, with long texts cut at a word", async () => {
		for (const description of ["First.", "Second.", `${"long ".repeat(200)}end`]) {
			await addReview(await signUp(), { description });
		}
		const { response, policies } = await call(feed, "2");
		const reviews: { description: string; name: number }[] = await response.json();
		expect(reviews).toHaveLength(2);
		const cut = reviews.find(({ description }) => description.startsWith("long"));
		expect(cut?.description).toMatch(/long…$/);
		expect(policies).toEqual([{ maxAge: 60, swr: 600, tags: ["reviews"] }]);
		const page = await (await call(embedRoute(reviewsEmbed, "frame"), "2")).response.text();
		expect(page).toContain("<title>Reviews of Cogsmith</title>");
		expect(page.match(/<li/g)).toHaveLength(2);
		const markupText = await (await call(embedRoute(reviewsEmbed, "markup"), "1")).response.text();
		expect(markupText.match(/<li/g)).toHaveLength(1);
	});

	it.each(["0", "7", "1.5", "x", ""])("is 404 for %j reviews", async (count) => {
		expect((await call(feed, count)).response.status).toBe(404);
	});
});

describe("the elements' script", () => {
	it("of a version never changes; of the major version it is the newest", async () => {
		const exact = (await call(scriptRoute, widgetsVersion)).response;
		expect(exact.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
		expect(exact.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
		const latest = (await call(scriptRoute, widgetsMajor)).response;
		expect(latest.headers.get("cache-control")).toBe("public, max-age=3600");
		const text = await latest.text();
		expect(text).toBe(await exact.text());
		expect(text).toContain(origin);
		expect(text).not.toContain("cogsmith.invalid");
		expect(await widgetsIntegrity()).toBe(`sha384-${await hashBase64("SHA-384", text)}`);
	});

	it("of an older version is its own", async () => {
		expect(widgetsMajor).toBe("1");
		const old = await widgetsScript("1.0.0");
		expect(old).toContain(origin);
		expect(old).not.toBe(await widgetsScript(widgetsVersion));
	});

	it.each(["2", "1.0.9", "latest", "constructor"])("is 404 for version %s", async (version) => {
		const { response } = await call(scriptRoute, version);
		expect(response.status).toBe(404);
		expect(Object.fromEntries(response.headers)).toMatchObject(crossOrigin);
	});
});
