/** Cloudflare's cache in front of the Worker: the headers it receives, and the purges. */
import { env, withEnv } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fileCaching, immutableMaxAgeS } from "../../src/platform/cache/cache-policy.ts";
import { purge } from "../../src/platform/cache/page-cache.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { serve } from "../../src/worker/serve.ts";
import { serveCached } from "../../src/worker/serve-cached.ts";
import { countingPage, newPage, setPolicy, visitDeployed } from "../helpers/cached-pages.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callApi, orderBody, origin, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { purgeMock, purgeRejected, withCacheInFront } from "../setup/edge-cache.ts";

beforeEach(() => {
	// One log line per request, which these tests do not check.
	vi.spyOn(console, "log").mockImplementation(() => {});
	purgeMock.mockReset().mockResolvedValue({ success: true, errors: [] });
});

const deployed = { SHOP_ORIGIN: "https://shop.example" };

const visit = (path: string, render: () => Response, headers: HeadersInit = {}) =>
	withCacheInFront(() =>
		serveCached(new Request(origin + path, { headers }), async () => render()),
	);

describe("a response to Cloudflare's cache", () => {
	it("has a page's max-age and its tags, and depends on nothing of the visitor", async () => {
		const [path, { counter, render }] = [newPage(), countingPage({ tags: ["tools", "reviews"] })];
		const { response, shared } = await visit(path, render, { "If-None-Match": "*" });
		const { headers } = response;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe(
			"public, max-age=60, stale-while-revalidate=600, stale-if-error=86400",
		);
		expect(headers.get("Cache-Tag")).toBe("tools,reviews");
		expect(headers.get("ETag")).toMatch(/^"[^"]+"$/);
		expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
		expect(shared).toBe(true);
		// The platform's cache stores the page. A copy in each isolate would outlive purges.
		await visit(path, render);
		expect(counter.rendered).toBe(2);
	});

	it.each([
		["a page that is not there", newPage(), countingPage({ status: 404 })],
		["a page that could not be rendered", newPage(), countingPage({ status: 503 })],
		["a page with a cookie", newPage(), countingPage({ headers: { "Set-Cookie": "a=1" } })],
	])("is no-store for %s", async (_, path, { render }) => {
		const { headers } = (await visit(path, render)).response;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
		expect(headers.get("Cache-Tag")).toBeNull();
	});
});

/** Parameters that campaigns, e-mails and partners add to links. */
const campaigns = [
	"utm_source=velo&utm_medium=mail&utm_campaign=spring%20sale",
	"gclid=EAIaIQob",
	"fbclid=IwAR0",
	"msclkid=9a1",
	"mc_cid=1&mc_eid=2",
	"_ga=2.1.3-4",
	"ttclid=1&gbraid=2&wbraid=3&igshid=4&li_fat_id=5&_hsenc=6&yclid=7",
];

describe("a campaign link", () => {
	it.each(campaigns)("gets the page that was cached for the plain link: ?%s", async (query) => {
		const [path, { counter, render }] = [newPage(), countingPage()];
		const { visitPage } = visitDeployed(render);
		const plain = await visitPage(path);
		const [campaign, trace] = await withD1Metrics(() => visitPage(`${path}?${query}`));
		expect([plain, campaign].map(({ headers }) => headers.get("Cache-Status"))).toEqual([
			"cloudflare; fwd=miss",
			"cloudflare; hit",
		]);
		// No redirect: the browser keeps the address, which scripts of the page may read.
		expect([campaign.status, counter.rendered, trace.trips]).toEqual([200, 1, 0]);
		expect(await campaign.text()).toBe(await plain.text());
		expect(campaign.headers.get("X-Request-Id")).not.toBe(plain.headers.get("X-Request-Id"));
	});

	it("and any order of a page's own parameters have the key of the link that the shop makes", async () => {
		const rendered: string[] = [];
		const { render } = countingPage();
		const { visitPage } = visitDeployed((request) => {
			rendered.push(request.url);
			return render();
		});
		await visitPage("/tools?sort=price&rating=4&gclid=1");
		await visitPage("/tools?rating=4&utm_source=x&sort=price");
		const ofPartner = "/tools/torque-wrench?seen-on=velo";
		await visitPage(`${ofPartner}&fbclid=1`);
		await visitPage(ofPartner);
		await visitPage("/tools/torque-wrench?fbclid=1");
		expect(rendered.map((url) => url.slice(origin.length))).toEqual([
			"/tools?rating=4&sort=price",
			ofPartner,
			"/tools/torque-wrench",
		]);
	});

	it("would be rendered again without the normalized address: the cache's key has the whole query", async () => {
		const [path, { counter, render }] = [newPage(), countingPage()];
		const { cachedPages } = visitDeployed(render);
		for (const query of ["", "?gclid=1", "?gclid=2", ""])
			await cachedPages(new Request(origin + path + query));
		expect(counter.rendered).toBe(3);
	});

	it("to a page that browsers hold is answered 304", async () => {
		const [path, { render }] = [newPage(), countingPage()];
		const { visitPage } = visitDeployed(render);
		const ETag = (await visitPage(path)).headers.get("ETag") ?? "";
		const held = await visitPage(`${path}?gclid=1`, { "If-None-Match": ETag });
		expect([held.status, await held.text(), held.headers.get("ETag")]).toEqual([304, "", ETag]);
	});
});

describe("a response of the deployed shop", () => {
	it.each([
		["of a page that is one visitor's own", "/dashboard"],
		["of a call", "/api/order"],
		["of a file with another query", `/images/${"0".repeat(32)}?w=160&x=1`],
		["of a file that nobody links to", "/w/1/other.js"],
	])("%s is rendered each time, past the cache", async (_, path) => {
		const { counter, render } = countingPage();
		const { visitPage } = visitDeployed(render);
		await visitPage(path);
		const { headers } = await visitPage(path);
		expect([counter.rendered, headers.get("Cf-Cache-Status")]).toEqual([2, null]);
		// Deployed, no cache may store it either.
		const atDomain = await withEnv({ ...env, ...deployed }, () =>
			serve(new Request(`https://shop.example${path}`), async () => render()),
		);
		expect((atDomain as Response).headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
	});

	it("that failed is not stored", async () => {
		allowConsole(/"code":"internal"/);
		const { visitPage, cachedPages } = visitDeployed(() => {
			throw new Error("broken");
		});
		const path = newPage();
		expect((await visitPage(path)).status).toBe(500);
		const { headers } = await cachedPages(new Request(origin + path));
		expect(headers.get("Cf-Cache-Status")).toBe("BYPASS");
	});

	it("is for one visitor: nothing of another's request reaches the cached entrypoint", async () => {
		const seen: Request[] = [];
		const { render } = countingPage();
		const cachedPages = async (request: Request) => {
			seen.push(request);
			return render();
		};
		const headers = {
			Accept: "text/html",
			Authorization: "Bearer 1",
			Cookie: "a=1",
			"CF-Connecting-IP": "192.0.2.7",
			"If-None-Match": "*",
			Range: "bytes=0-1",
			"X-Forwarded-Host": "evil.example",
			"X-HTTP-Method-Override": "POST",
			"X-Original-URL": "/dashboard",
		};
		const request = new Request(`http://evil.example${newPage()}`, { headers });
		await serve(request, async () => render(), cachedPages);
		expect(seen[0]?.url).toMatch(new RegExp(`^${origin}/`));
		expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
			accept: "text/html",
			"cf-connecting-ip": "192.0.2.7",
		});
	});

	it("has one variant of an image for each format, whatever else a browser accepts", async () => {
		const render = vi.fn(() => {
			const { policy } = fileCaching(immutableMaxAgeS);
			setPolicy(policy);
			return new Response("image", { headers: { Vary: "Accept" } });
		});
		const { visitPage } = visitDeployed(render);
		const image = `/images/${"0".repeat(32)}?w=320`;
		for (const Accept of [
			"image/avif,image/webp,*/*;q=0.8",
			"image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
			"image/webp,*/*",
			"image/webp;q=0.9",
			"*/*",
			"text/html",
		])
			await visitPage(image, { Accept });
		expect(render).toHaveBeenCalledTimes(3);
	});
});

describe("a file's response to Cloudflare's cache", () => {
	const image = `/images/${"0".repeat(32)}`;
	const file = (maxAge: number, status = 200) =>
		vi.fn(async (request: Request) => {
			const { cacheControl, policy } = fileCaching(maxAge);
			setPolicy(policy);
			return new Response(JSON.stringify(Object.fromEntries(request.headers)), {
				status,
				headers: { "Cache-Control": cacheControl, Vary: "Accept", "Cache-Tag": "tools" },
			});
		});
	const forEver = "public, max-age=31536000, immutable";
	const fetchFile = (
		path: string,
		render: (request: Request) => Promise<Response>,
		init: RequestInit = {},
	) => withCacheInFront(() => serveCached(new Request(origin + path, init), render));

	it.each([
		[image, immutableMaxAgeS, forEver, 86_400],
		[`${image}?w=160`, immutableMaxAgeS, forEver, 86_400],
		[`${image}?w=160`, 60, "public, max-age=60", 60],
		["/w/1.4.0/widgets.js", immutableMaxAgeS, forEver, 86_400],
		["/w/1/widgets.js", 3600, "public, max-age=3600", 3600],
	])(
		"is, for %s and %i s in browsers (%s), cached for %i s",
		async (path, maxAge, caching, seconds) => {
			const { response, shared } = await fetchFile(path, file(maxAge));
			const { headers } = response;
			expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe(`public, max-age=${seconds}`);
			expect(headers.get("Cache-Control")).toBe(caching);
			expect(headers.get("Vary")).toBe("Accept");
			expect(headers.get("Cache-Tag")).toBeNull();
			expect(shared).toBe(true);
		},
	);

	it("is requested without headers that it does not vary on", async () => {
		const headers = {
			Accept: "image/avif",
			"If-None-Match": "*",
			Cookie: "a=1",
			Range: "bytes=0-1",
		};
		const { response } = await fetchFile(image, file(immutableMaxAgeS), { headers });
		expect(await response.json()).toEqual({ accept: "image/avif" });
	});

	it.each([
		["one that is not there", image, async () => new Response(null, { status: 404 })],
		["an error with a caching policy", image, file(immutableMaxAgeS, 404)],
	])("is no-store for %s", async (_, path, render) => {
		const { headers } = (await fetchFile(path, render)).response;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
	});
});

/** Delivers messages of the purge queue, each with its tags; returns which are retried, and when. */
async function purgeAll(tags: string[][], attempts = 1) {
	const bodies = tags.map((some) => ({ tags: some }));
	const { retryMessages } = await deliver("cogsmith-purges", bodies, { attempts });
	return retryMessages;
}

/** The messages `work` sends to the purge queue, undelivered. */
async function sentBy(work: () => unknown, send: () => Promise<void> = async () => undefined) {
	const sent: unknown[] = [];
	const PURGES = {
		send: async (message: unknown) => {
			sent.push(message);
			await send();
		},
	};
	await withEnv({ ...env, ...deployed, PURGES }, async () => work());
	return sent;
}

describe("a write", () => {
	it("sends its tags to the queue, in a request and in a job, and purges nothing itself", async () => {
		expect(await sentBy(() => purge("tools", "tool:1"))).toEqual([{ tags: ["tools", "tool:1"] }]);
		expect(purgeMock).not.toHaveBeenCalled();
	});

	it("is answered even when the queue never responds", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const line = () => callApi("POST", "/order", { token: rider.token, body: orderBody(tool) });
		let answered: Promise<{ status: number }> | undefined;
		const sent = await sentBy(
			async () => {
				answered = line();
				await answered;
			},
			() => new Promise(() => {}),
		);
		expect([(await answered)?.status, sent]).toEqual([201, [{ tags: ["tools", `tool:${tool}`] }]]);
	});

	it("succeeds when the queue fails, and logs that", async () => {
		const said = vi.spyOn(console, "error").mockImplementation(() => {});
		await sentBy(
			() => purge("reviews"),
			() => Promise.reject(new Error("Too Many Requests")),
		);
		await vi.waitFor(() =>
			expect(said).toHaveBeenCalledExactlyOnceWith(
				expect.stringMatching(/"code":"purge".*"tags":\["reviews"\].*Too Many Requests/),
			),
		);
	});

	it("sends nothing in a local shop", async () => {
		const sent: unknown[] = [];
		const PURGES = { send: async (message: unknown) => void sent.push(message) };
		await withEnv({ ...env, PURGES }, async () => purge("tools"));
		expect(sent).toEqual([]);
	});
});

describe("the purge queue", () => {
	it("makes one purge for all tags of a batch, each tag once", async () => {
		const retried = await purgeAll([["tools", "tool:1"], ["tools", "tool:2"], ["reviews"]]);
		expect(purgeMock.mock.calls).toEqual([[{ tags: ["tools", "tool:1", "tool:2", "reviews"] }]]);
		expect(retried).toEqual([]);
	});

	it("purges at most a hundred tags per request", async () => {
		await purgeAll(Array.from({ length: 100 }, (_, n) => ["tools", `tool:${n}`]));
		expect(purgeMock.mock.calls.map(([{ tags }]) => tags?.length)).toEqual([100, 1]);
	});

	it.each([
		["rejects", () => purgeMock.mockResolvedValueOnce(purgeRejected)],
		["fails", () => purgeMock.mockRejectedValueOnce(new Error("later"))],
	])("retries the purges that the cache %s, and no others", async (_, fail) => {
		const news = vi.spyOn(console, "log").mockImplementation(() => {});
		fail();
		// The first hundred tags are rejected; the second purge has a single tag.
		const retried = await purgeAll([
			...Array.from({ length: 100 }, (_, n) => [`tool:${n}`]),
			["reviews"],
		]);
		expect(retried).toHaveLength(100);
		expect(retried[0]).toEqual({ msgId: "0", delaySeconds: 15 });
		expect(retried.map(({ msgId }) => msgId)).not.toContain("100");
		expect(news).toHaveBeenCalledWith(expect.stringMatching(/"purge":"rejected","tags":100/));
	});

	it("logs purges that are rejected for minutes", async () => {
		allowConsole(/"code":"purge".*"tags":\["tools"\],"attempts":9.*later/);
		purgeMock.mockResolvedValue(purgeRejected);
		expect(await purgeAll([["tools"]], 9)).toHaveLength(1);
	});

	it("drops a message it does not know, and logs that", async () => {
		allowConsole(/"code":"message","queue":"purges"/);
		const bodies = [{ tags: "tools" }, { tags: ["tools"] }];
		const { explicitAcks } = await deliver("cogsmith-purges", bodies);
		expect(explicitAcks).toEqual(["0"]);
		expect(purgeMock.mock.calls).toEqual([[{ tags: ["tools"] }]]);
	});
});

describe("a deployed shop without a cache in front", () => {
	it("logs that, once", async () => {
		const said = vi.spyOn(console, "error").mockImplementation(() => {});
		const look = (SHOP_ORIGIN: string) =>
			withEnv({ ...env, SHOP_ORIGIN }, async () => {
				for (let count = 0; count < 2; count += 1)
					await serveCached(new Request(SHOP_ORIGIN + newPage()), async () =>
						countingPage().render(),
					);
			});
		await look("http://localhost:8787");
		await look("https://localhost:8787");
		expect(said).not.toHaveBeenCalled();
		await look("https://shop.example");
		expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/"code":"cache"/));
	});
});
