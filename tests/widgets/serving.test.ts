import { expect } from "@playwright/test";
import manifest from "../../widgets/package.json" with { type: "json" };
import { integrityOf, releasedVersions } from "../../widgets/releases.ts";
import { allowConsole, shopUrl } from "../journeys/fixtures.ts";
import { blogPage } from "./blog-server.ts";
import { test } from "./fixtures.ts";

const { version } = manifest;

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
	fetch(shopUrl() + path, { method, headers: { Origin: "https://blog.example", ...headers } });

const crossOriginPaths = [
	"/w/1/widgets.js",
	"/w/1.0.0/widgets.js",
	`/w/${version}/widgets.js`,
	"/embed/v1/tools/torque-wrench.json",
	"/embed/v1/tools/torque-wrench.html",
	"/embed/v1/tools/torque-wrench",
	"/embed/v1/reviews/3.json",
	"/embed/v1/reviews/3.html",
	"/embed/v1/reviews/3",
	"/oembed?url=/review",
];

for (const path of crossOriginPaths) {
	test(`${path} allows any origin and answers 304 when unchanged`, async () => {
		const address = path.replace("url=", `url=${encodeURIComponent(shopUrl())}`);
		// A minute may end between two requests, and the data contains the minute.
		const ask = async () => {
			const first = await get(address);
			expect(first.status).toBe(200);
			const again = await get(address, { "If-None-Match": first.headers.get("etag") ?? "" });
			const head = await get(address, {}, "HEAD");
			expect([again.status, head.status]).toEqual([304, 200]);
			expect(await head.text()).toBe("");
			for (const name of ["etag", "content-type", "cache-control", "content-security-policy"]) {
				expect(head.headers.get(name), name).toBe(first.headers.get(name));
			}
			return [first, again, head];
		};
		const answers = await ask().catch(ask);
		for (const { headers } of answers) {
			expect(headers.get("access-control-allow-origin")).toBe("*");
			expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
			expect(headers.get("vary") ?? "").not.toMatch(/origin/i);
			expect(headers.get("set-cookie")).toBeNull();
			expect(headers.get("cache-control")).toMatch(/^public, max-age=/);
		}
	});
}

test("exact versions are immutable, a major version is cached for an hour, others are 404", async () => {
	const caching = async (path: string) => (await get(path)).headers.get("cache-control");
	expect(await caching("/w/1.0.0/widgets.js")).toBe("public, max-age=31536000, immutable");
	expect(await caching("/w/1/widgets.js")).toBe("public, max-age=3600");
	for (const [released, integrity] of Object.entries(releasedVersions())) {
		const text = await (await get(`/w/${released}/widgets.js`)).text();
		expect(text).toContain(shopUrl());
		const kept = text.replaceAll(shopUrl(), "https://cogsmith.invalid");
		expect(integrityOf(kept), released).toBe(integrity);
	}
	const newest = await (await get("/w/1/widgets.js")).text();
	expect(newest).toBe(await (await get(`/w/${version}/widgets.js`)).text());
	const configurator = await (await get("/widgets")).text();
	expect(configurator).toContain(`/w/${version}/widgets.js" integrity="${integrityOf(newest)}"`);
	for (const other of ["2", "1.0.9", "latest", "constructor"]) {
		const { status, headers } = await get(`/w/${other}/widgets.js`);
		expect(status).toBe(404);
		expect(headers.get("access-control-allow-origin")).toBe("*");
	}
});

test("data has the fields of a card and costs one round trip at most", async () => {
	const tool = await get("/embed/v1/tools/torque-wrench.json");
	expect(Object.keys(await tool.json()).sort()).toEqual(
		"_id amount checkedAt currency description image minOrderQuantity name price quantity smallestOrder".split(
			" ",
		),
	);
	const reviews = await get("/embed/v1/reviews/4.json");
	expect(await reviews.json()).toHaveLength(4);
	for (const { headers } of [tool, reviews]) {
		expect(headers.get("cache-control")).toBe(
			"public, max-age=60, stale-while-revalidate=600, stale-if-error=86400",
		);
		expect(headers.get("server-timing")).toMatch(/trips=[01] read=\d+ written=0/);
	}
	// Headers for the cache in front of the Worker are removed by that cache.
	for (const { headers } of [tool, reviews]) expect(headers.get("cache-tag")).toBeNull();
});

test("unknown embeds are 404 with CORS", async () => {
	for (const path of ["tools/nope", "reviews/0", "reviews/7", "reviews/1.5", "reviews/x"]) {
		for (const ending of [".json", ".html", ""]) {
			const { status, headers } = await get(`/embed/v1/${path}${ending}`);
			expect(status, path + ending).toBe(404);
			expect(headers.get("access-control-allow-origin")).toBe("*");
		}
	}
});

test("oEmbed follows its specification", async () => {
	const ask = async (parameters: Record<string, string>) => {
		const response = await get(`/oembed?${new URLSearchParams(parameters)}`);
		return { status: response.status, body: response.ok ? await response.json() : undefined };
	};
	const url = `${shopUrl()}/tools/torque-wrench`;
	expect((await ask({})).status).toBe(400);
	expect((await ask({ url: "https://elsewhere.example/tools/torque-wrench" })).status).toBe(404);
	expect((await ask({ url: `${shopUrl()}/tools/nope` })).status).toBe(404);
	expect((await ask({ url: `${shopUrl()}/blogs` })).status).toBe(404);
	expect((await ask({ url: "not an address" })).status).toBe(404);
	expect((await ask({ url, format: "xml" })).status).toBe(501);
	expect((await ask({ url, maxwidth: "wide" })).status).toBe(400);
	const { body } = await ask({ url: `${url}?seen-on=velo`, format: "json", maxwidth: "300" });
	expect(body).toMatchObject({ version: "1.0", type: "rich", width: 300 });
	const framed = /^<blockquote>.*<\/blockquote><iframe .*<\/iframe>$/;
	const frame = `${shopUrl()}/embed/v1/tools/torque-wrench?partner=velo`;
	expect(body).toMatchObject({ html: expect.stringMatching(framed) });
	expect(body).toMatchObject({ html: expect.stringContaining(frame) });
	const low = await ask({ url: `${shopUrl()}/review`, maxheight: "200" });
	expect(low.body).toMatchObject({ height: 200, title: "Reviews of Cogsmith" });
});

for (const path of ["/tools/torque-wrench", "/review"]) {
	test(`${path} links its oEmbed, with the partner's name for a partner`, async () => {
		for (const [query, partner] of [
			["", ""],
			["?seen-on=velo-blog", "velo-blog"],
			["?seen-on=<b>", ""],
		] as const) {
			const page = await (await get(path + query)).text();
			const [tag = ""] = /<link[^>]*application\/json\+oembed[^>]*>/.exec(page) ?? [];
			expect(tag).toContain('rel="alternate"');
			const [, href = ""] = /href="([^"]*)"/.exec(tag) ?? [];
			const reply = await fetch(href.replaceAll("&amp;", "&").replaceAll("&#38;", "&"));
			const { type, html } = (await reply.json()) as { type: string; html: string };
			expect(type).toBe("rich");
			expect(html.match(/(?<=seen-on=|partner=)[\w-]+/g) ?? []).toEqual(
				partner ? [partner, partner] : [],
			);
		}
	});
}

test("a frame works in WordPress, without an origin and with its messages", async ({
	page,
	blog,
}) => {
	const frame = `<iframe title="card" width="400" height="100" sandbox="allow-scripts" src="${shopUrl()}/embed/v1/tools/torque-wrench?partner=wp#?secret=abcde12345"></iframe>`;
	await page.goto(
		blog.page(
			blogPage(
				`<ol></ol>${frame}<script>addEventListener("message", ({ data, origin }) => {
					const item = document.createElement("li");
					item.textContent = [origin, data.secret, data.message, data.value].join(" ");
					document.querySelector("ol").append(item);
				})</script>`,
				"",
			),
		),
	);
	await expect(page.getByText(/^null abcde12345 height [4-5]\d\d$/).first()).toBeVisible();
	await page
		.frameLocator("iframe")
		.getByRole("link", { name: /^Purchase/ })
		.click();
	const href = `${shopUrl()}/tools/torque-wrench?seen-on=wp`;
	await expect(page.getByText(`null abcde12345 link ${href}`)).toBeVisible();
	const image = page.frameLocator("iframe").locator("img");
	await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
});

test("a frame works without JavaScript, in German and dark", async ({ browser, blog }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	const frame = `<iframe title="card" width="600" height="300" src="${shopUrl()}/embed/v1/tools/torque-wrench?lang=de&theme=dark"></iframe>`;
	await page.goto(blog.page(blogPage(frame, "")));
	const inside = page.frameLocator("iframe");
	await expect(inside.getByRole("link", { name: /^Kaufen Torque wrench/ })).toBeVisible();
	await expect(inside.getByRole("article")).toHaveCSS("background-color", "rgb(27, 30, 33)");
	await context.close();
});

test("only frames may be framed", async ({ page, blog }) => {
	allowConsole(page, /frame-ancestors/, /Framing/);
	for (const path of [
		"/",
		"/tools/torque-wrench",
		"/widgets",
		"/login",
		"/embed/v1/tools/x.html",
	]) {
		const policy = (await get(path)).headers.get("content-security-policy");
		expect(policy ?? "404", path).toMatch(/frame-ancestors 'none'|404/);
	}
	await page.goto(
		blog.page(blogPage(`<iframe title="shop" src="${shopUrl()}/tools"></iframe>`, "")),
	);
	const shop = page.frames().find((frame) => frame.url().startsWith(`${shopUrl()}/tools`));
	expect(await shop?.getByRole("heading", { name: "Tools" }).count()).toBeFalsy();
});
