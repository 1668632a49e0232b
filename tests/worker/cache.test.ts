/** The cache of public pages: cache keys, what a page is rendered from, and what is never cached. */
import { env, withEnv } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { encodeCursor } from "../../src/values/paging.ts";
import { restrictToCacheKey } from "../../src/worker/cache-key-params.ts";
import { cacheKey } from "../../src/worker/cached-routes.ts";
import { serve } from "../../src/worker/serve.ts";
import { countingPage, newPage, setPolicy, ttl, visit } from "../helpers/cached-pages.ts";
import { origin } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

beforeEach(() => {
	// One log line per request, which these tests do not check.
	vi.spyOn(console, "log").mockImplementation(() => {});
});

const place = encodeCursor({ value: 1, id: "a" });

describe("the cache key", () => {
	const under = (path: string, method = "GET") => cacheKey({ method, url: origin + path });

	it.each([
		["/", "/"],
		["/?seen-on=velo&utm_source=x", "/"],
		["/tools/torque-wrench", "/tools/torque-wrench"],
		["/tools/torque-wrench?cursor=1", undefined],
		[`/tools/torque-wrench?cursor=${place}`, `/tools/torque-wrench?cursor=${place}`],
		["/tools/torque-wrench?x=1&seen-on=velo", "/tools/torque-wrench?seen-on=velo"],
		["/tools/torque-wrench?seen-on=<b>", "/tools/torque-wrench"],
		["/review?seen-on=velo", "/review?seen-on=velo"],
		[`/tools?b=2&cursor=${place}&a=1`, `/tools?cursor=${place}`],
		["/review?Cursor=x", "/review"],
		["/tools?sort=price&rating=4&x=1&in-stock=1", "/tools?in-stock=1&rating=4&sort=price"],
		["/tools?sort=newest&price-from=&in-stock=yes&rating=5&price-to=1e3&sort=name", "/tools"],
		["/tools?price-to=0100&sort=price", "/tools?price-to=100"],
		[
			"/tools?price-from=20&price-to=10&sort=-price",
			"/tools?price-from=10&price-to=20&sort=-price",
		],
		["/tools?rating=4&rating=4&cursor=anything", "/tools"],
		["/tools?fits=chain:11,wings:2,cassette:xd", "/tools?fits=cassette%3Axd%2Cchain%3A11"],
		[
			"/tools?sort=rating&category=wheels&q=+spoke++key",
			"/tools?q=spoke+key&category=wheels&sort=rating",
		],
		[`/tools?cursor=${place}=`, "/tools"],
		[`/tools?cursor=${place}&cursor=${place}`, "/tools"],
		["/tools/c/wheels?category=x&rating=4&category=y", "/tools/c/wheels?rating=4"],
		["/tools/c?rating=4", "/tools/c"],
		[
			"/jobs/true-wheel?cassette=xd&bottom-bracket=bsa&x=1",
			"/jobs/true-wheel?bottom-bracket=bsa&cassette=xd",
		],
		["/jobs/true-wheel?cassette=&chain=11", "/jobs/true-wheel?chain=11"],
		["/fit?chain=11&seen-on=velo", "/fit?chain=11"],
		["/fit?tool=a-1&cassette=xd", "/fit?cassette=xd&tool=a-1"],
		["/fit/marks.json?tools=a,b-1&chain=11&x=1", "/fit/marks.json?chain=11&tools=a%2Cb-1"],
		["/gift?up-to=50&kind=road&mends=all&x=1", "/gift?kind=road&up-to=50"],
		["/fit/cassette?chain=11&x=1", "/fit/cassette?chain=11"],
		["/fit?sprockets=12&kind=road&chain=", "/fit?kind=road&sprockets=12"],
		["/jobs?utm_source=x", "/jobs"],
		["/sitemap.xml?x=1", "/sitemap.xml"],
		["/sitemap/tools-1.xml", "/sitemap/tools-1.xml"],
		["/feeds/tools.atom?x=1", "/feeds/tools.atom"],
		["/embed/v1/tools/a.json?partner=velo", "/embed/v1/tools/a.json"],
		["/embed/v1/tools/a?partner=velo&theme=dark", "/embed/v1/tools/a?theme=dark&partner=velo"],
		["/embed/v1/tools/a?accent=ffd400", "/embed/v1/tools/a?accent=ffd400"],
		["/embed/v1/reviews/3.html?theme=dark&x=1", "/embed/v1/reviews/3.html?theme=dark"],
	])("of %s is %s", (path, key) => {
		expect(under(path)).toBe(key);
	});

	it.each([
		"/dashboard",
		"/manageTools",
		"/purchase/torque-wrench",
		"/payment/1",
		"/login",
		"/api/service",
		"/api/order",
		"/oembed?url=x",
		"/TOOLS",
		"/tools/",
		"//tools",
		"/%74ools",
		"/tools/torque%2Dwrench",
		"/tools/a;b",
		"/tools/a/b",
		"/jobs/",
		"/feeds/products.xml",
		"/sitemap/a/b.xml",
		"/review?cursor=anything",
		"/jobs/true-wheel?cassette=%22x",
		"/jobs/true-wheel?cassette=xd&cassette=hg",
		`/review?cursor=${place}=`,
		`/review?cursor=${place}&cursor=${place}`,
		`/embed/v1/tools/a?lang=${"x".repeat(201)}`,
		"/embed/v1/tools/a?theme=dark&theme=light",
		"/embed/v2/tools/a",
	])("does not exist for %s", (path) => {
		expect(under(path)).toBeUndefined();
	});

	it("does not exist for other methods", () => {
		for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"]) {
			expect(under("/", method)).toBeUndefined();
		}
	});
});

describe("the query parameters of a cached page", () => {
	const paramsOf = (path: string) => {
		const url = new URL(path, origin);
		restrictToCacheKey(url);
		return url.searchParams;
	};
	const deployed = { ...env, SHOP_ORIGIN: "https://shop.example" };

	it("are those of its cache key", () => {
		const params = paramsOf(`/review?cursor=${place}&x=1&seen-on=velo`);
		expect(params.get("cursor")).toBe(place);
		expect(params.getAll("seen-on")).toEqual(["velo"]);
		expect([...params.keys()]).toEqual(["cursor", "seen-on"]);
		expect(paramsOf("/review").has("cursor")).toBe(false);
	});

	it.each(["/review?sort=name", "/review", "/embed/v1/tools/a.json?sort=name"])(
		"can't be read if its cache key lacks them: %s",
		(path) => {
			const params = paramsOf(path);
			for (const method of ["get", "getAll", "has"] as const) {
				expect(() => params[method]("sort")).toThrow(/reads the query parameter sort/);
			}
		},
	);

	it("are missing and logged in a deployed shop if its cache key lacks them", async () => {
		allowConsole(/"code":"cache".*reads the query parameter sort/);
		await withEnv(deployed, async () => {
			expect(paramsOf("/review?sort=name").get("sort")).toBeNull();
		});
	});

	it("are all there for other pages", () => {
		expect(paramsOf("/login?from=/").get("from")).toBe("/");
	});
});

describe("a cacheable page", () => {
	it("is rendered once, and each response has its own body", async () => {
		const [path, { counter, render }] = [newPage(), countingPage()];
		const [first, again] = [await visit(path, render), await visit(path, render)];
		expect(await first.text()).toBe(await again.text());
		expect(counter.rendered).toBe(1);
		expect(again.headers.get("Cache-Status")).toBe("shop; hit");
		const ids = [first, again].map(({ headers }) => headers.get("X-Request-Id"));
		expect(ids[0]).not.toBe(ids[1]);
		const same = ({ headers }: Response) =>
			[...headers].filter(([name]) => !["x-request-id", "cache-status"].includes(name));
		expect(same(again)).toEqual(same(first));
		expect(again.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
	});

	it("makes browsers revalidate, and answers 304 to a matching ETag", async () => {
		const policy = { "Content-Security-Policy": "default-src 'self'" };
		const [path, { counter, render }] = [newPage(), countingPage({ headers: policy })];
		const { headers } = await visit(path, render);
		expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
		expect(headers.get("Cache-Tag")).toBeNull();
		const held = await visit(path, render, { "If-None-Match": headers.get("ETag") ?? "" });
		expect(held.status).toBe(304);
		expect(await held.text()).toBe("");
		expect(held.headers.get("Content-Security-Policy")).toBeNull();
		expect(held.headers.get("ETag")).toBe(headers.get("ETag"));
		const other = await visit(path, render, { "If-None-Match": '"another"' });
		expect(other.status).toBe(200);
		expect(counter.rendered).toBe(1);
	});

	it("is rendered from its URL alone", async () => {
		const path = newPage();
		const seen: Request[] = [];
		const { render } = countingPage();
		const answer = await visit(
			`${path}?utm_source=velo&x=<script>`,
			(request) => {
				seen.push(request);
				return render();
			},
			{
				Cookie: "better-auth.session_token=1",
				Authorization: "Bearer 1",
				"X-Forwarded-Host": "evil.example",
				"X-Forwarded-Proto": "https",
				"X-Original-URL": "/dashboard",
				"X-HTTP-Method-Override": "POST",
				"If-None-Match": "*",
				Range: "bytes=0-1",
			},
		);
		expect(answer.status).toBe(200);
		expect(seen.map(({ url, method }) => `${method} ${url}`)).toEqual([`GET ${origin}${path}`]);
		expect(seen.flatMap(({ headers }) => [...headers])).toEqual([["accept", "text/html"]]);
	});

	it("answers HEAD without the body, and caches the whole page", async () => {
		const [path, { counter, render }] = [newPage(), countingPage()];
		const head = await serve(new Request(origin + path, { method: "HEAD" }), async () => render());
		expect(await head.text()).toBe("");
		expect(await (await visit(path, render)).text()).toBe("<p>1</p>");
		expect(counter.rendered).toBe(1);
	});

	it("that has moved for good is cached too, but browsers ask each time where to", async () => {
		const headers = { Location: "/tools/a", "Cache-Control": "public, max-age=0, must-revalidate" };
		const [path, { counter, render }] = [newPage(), countingPage({ status: 301, headers })];
		await visit(path, render);
		const answer = await visit(path, render, { "If-None-Match": "*" });
		expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/tools/a"]);
		expect([answer.headers.get("ETag"), answer.headers.get("Cache-Control")]).toEqual([
			null,
			"public, max-age=0, must-revalidate",
		]);
		expect(counter.rendered).toBe(1);
	});

	it("that is gone is cached too, without an ETag", async () => {
		const [path, { counter, render }] = [newPage(), countingPage({ status: 410 })];
		await visit(path, render);
		const answer = await visit(path, render);
		expect([answer.status, answer.headers.get("ETag")]).toEqual([410, null]);
		expect(counter.rendered).toBe(1);
	});

	it("is rendered once for a hundred concurrent requests", async () => {
		const [path, { counter, render }] = [newPage(), countingPage()];
		const all = await Promise.all(Array.from({ length: 100 }, () => visit(path, render)));
		const bodies = await Promise.all(all.map((answer) => answer.text()));
		expect(new Set(bodies)).toEqual(new Set(["<p>1</p>"]));
		expect(counter.rendered).toBe(1);
	});
});

describe("never cached", () => {
	it.each([
		["a page that is not there", countingPage({ status: 404 })],
		["a page that could not be rendered", countingPage({ status: 503 })],
		["a redirect", countingPage({ status: 302, headers: { Location: "/" } })],
		["a page with a cookie", countingPage({ headers: { "Set-Cookie": "a=1" } })],
		["a page without a policy", countingPage({ uncached: true })],
	])("%s", async (_, { counter, render }) => {
		const path = newPage();
		await visit(path, render);
		await visit(path, render);
		expect(counter.rendered).toBe(2);
	});

	it("a page of more than 256 KB", async () => {
		const [path, large] = [newPage(), "x".repeat(256 * 1024 + 1)];
		const render = () => {
			setPolicy({ ...ttl, tags: ["tools"] });
			return new Response(large);
		};
		expect((await (await visit(path, render)).text()).length).toBe(large.length);
		expect((await visit(path, render)).headers.get("Cache-Status")).toBe("shop; fwd=miss");
	});

	it("anything while settings are missing", async () => {
		const [path, { render }] = [newPage(), countingPage()];
		await visit(path, render);
		const { STRIPE_SECRET_KEY } = env;
		try {
			Reflect.set(env, "STRIPE_SECRET_KEY", "");
			allowConsole(/"code":"settings"/);
			expect((await visit(path, render)).status).toBe(503);
		} finally {
			Reflect.set(env, "STRIPE_SECRET_KEY", STRIPE_SECRET_KEY);
		}
		expect((await visit(path, render)).status).toBe(200);
	});
});
