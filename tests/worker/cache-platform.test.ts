/** Cloudflare's cache in front of the Worker: the headers it receives, and the purges. */
import { env, withEnv } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fileCaching, immutableMaxAgeS } from "../../src/platform/cache-policy.ts";
import { purge, serveCached } from "../../src/platform/page-cache.ts";
import { countingPage, newPage, setPolicy } from "../helpers/cached-pages.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callApi, orderBody, origin, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { purgeMock, purgeRejected, withCacheInFront } from "../setup/edge-cache.ts";

beforeEach(() => {
	purgeMock.mockReset().mockResolvedValue({ success: true, errors: [] });
});

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

	it("is no-store for a second URL of the same page", async () => {
		const { response, shared } = await visit(`${newPage()}?x=1`, countingPage().render);
		expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
		expect(shared).toBe(false);
	});

	it.each([
		["a page that is not there", newPage(), countingPage({ status: 404 })],
		["a page that could not be rendered", newPage(), countingPage({ status: 503 })],
		["a page with a cookie", newPage(), countingPage({ headers: { "Set-Cookie": "a=1" } })],
		["what is one visitor's own", "/dashboard", countingPage()],
		["a call", "/api/order", countingPage()],
	])("is no-store for %s", async (_, path, { render }) => {
		const { headers } = (await visit(path, render)).response;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
		expect(headers.get("Cache-Tag")).toBeNull();
	});
});

describe("a file's response to Cloudflare's cache", () => {
	const image = `/images/${"0".repeat(64)}`;
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
		["/w/1.2.0/widgets.js", immutableMaxAgeS, forEver, 86_400],
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
		["another URL of it", `${image}?w=160&x=1`, file(immutableMaxAgeS)],
		["another file", "/w/1/other.js", file(immutableMaxAgeS)],
	])("is no-store for %s", async (_, path, render) => {
		const { headers } = (await fetchFile(path, render)).response;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
	});

	it("is no-store for a POST", async () => {
		const { response } = await fetchFile(image, file(immutableMaxAgeS), { method: "POST" });
		expect(response.headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
	});
});

/** Delivers messages of the purge queue, each with its tags; returns which are retried, and when. */
async function purgeAll(tags: string[][], attempts = 1) {
	const bodies = tags.map((some) => ({ tags: some }));
	const { retryMessages } = await withCacheInFront(() =>
		deliver("cogsmith-purges", bodies, { attempts }),
	);
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
	await withEnv({ ...env, PURGES }, async () => withCacheInFront(work));
	return sent;
}

describe("a write", () => {
	it("sends its tags to the queue, in a request and in a job, and purges nothing itself", async () => {
		expect(await sentBy(() => purge("tools", "tool:1"))).toEqual([{ tags: ["tools", "tool:1"] }]);
		expect(purgeMock).not.toHaveBeenCalled();
	});

	it("is answered even when the queue never responds", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const order = () => callApi("POST", "/order", { token: rider.token, body: orderBody(tool) });
		let answered: Promise<{ status: number }> | undefined;
		const sent = await sentBy(
			async () => {
				answered = order();
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

	it("sends nothing without a cache in front", async () => {
		const sent = await sentBy(() => undefined);
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
		const { explicitAcks } = await withCacheInFront(() =>
			deliver("cogsmith-purges", [{ tags: "tools" }, { tags: ["tools"] }]),
		);
		expect(explicitAcks).toEqual(["0"]);
		expect(purgeMock.mock.calls).toEqual([[{ tags: ["tools"] }]]);
	});
});

describe("a deployed shop without a cache in front", () => {
	it("logs that, once", async () => {
		const said = vi.spyOn(console, "error").mockImplementation(() => {});
		const look = (SHOP_ORIGIN: string) =>
			withEnv({ ...env, SHOP_ORIGIN }, async () => {
				purge("tools");
				purge("tools");
			});
		await look("http://localhost:8787");
		await look("https://localhost:8787");
		expect(said).not.toHaveBeenCalled();
		await look("https://shop.example");
		expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/"code":"cache"/));
	});
});
