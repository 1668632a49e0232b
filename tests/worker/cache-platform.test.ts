/** On Cloudflare, where the platform's own cache stands in front: what it is told, and what it is asked. */
import { env, withEnv } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isEdgeCacheable, purge, serveCached } from "../../src/platform/page-cache.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { purgeMock, purgeRejected, withCacheInFront } from "../setup/edge-cache.ts";
import { countingPage, newPage } from "./cached-pages.ts";
import { addTool, callApi, orderBody, origin, signUp } from "./helpers.ts";
import { deliver } from "./queue.ts";

beforeEach(() => {
	purgeMock.mockReset().mockResolvedValue({ success: true, errors: [] });
});

const visit = (path: string, render: () => Response, headers: HeadersInit = {}) =>
	withCacheInFront(() =>
		serveCached(new Request(origin + path, { headers }), async () => render()),
	);

describe("what the platform's cache is told", () => {
	it("of a page: how long, and what takes it down; and nothing of whoever asked", async () => {
		const [path, { counter, render }] = [newPage(), countingPage({ "Cache-Tag": "tools,reviews" })];
		const answer = await visit(path, render, { "If-None-Match": "*" });
		const { headers } = answer;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe(
			"public, max-age=60, stale-while-revalidate=600, stale-if-error=86400",
		);
		expect(headers.get("Cache-Tag")).toBe("tools,reviews");
		expect(headers.get("ETag")).toMatch(/^"[^"]+"$/);
		expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
		expect(isEdgeCacheable(answer)).toBe(true);
		// It is the platform that keeps: here, each isolate would keep what others have purged.
		await visit(path, render);
		expect(counter.rendered).toBe(2);
	});

	it("of the same page by another address: to keep it only once", async () => {
		const answer = await visit(`${newPage()}?x=1`, countingPage().render);
		const { headers } = answer;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
		expect(isEdgeCacheable(answer)).toBe(false);
	});

	it.each([
		["a page that is not there", newPage(), countingPage({}, { status: 404 })],
		["a page that could not be rendered", newPage(), countingPage({}, { status: 503 })],
		["a page with a cookie", newPage(), countingPage({ "Set-Cookie": "a=1" })],
		["what is one visitor's own", "/dashboard", countingPage()],
		["a call", "/api/order", countingPage()],
	])("of %s: to keep nothing", async (_, path, { render }) => {
		const { headers } = await visit(path, render);
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
		expect(headers.get("Cache-Tag")).toBeNull();
	});
});

describe("what the platform's cache is told of files", () => {
	const picture = `/images/${"0".repeat(64)}`;
	const file = (caching: string, status = 200) =>
		vi.fn(
			async (request: Request) =>
				new Response(JSON.stringify(Object.fromEntries(request.headers)), {
					status,
					headers: { "Cache-Control": caching, Vary: "Accept", "Cache-Tag": "tools" },
				}),
		);
	const forEver = "public, max-age=31536000, immutable";
	const fetchFile = (path: string, render: ReturnType<typeof file>, init: RequestInit = {}) =>
		withCacheInFront(() => serveCached(new Request(origin + path, init), render));

	it.each([
		[picture, forEver, 86_400],
		[`${picture}?w=160`, forEver, 86_400],
		[`${picture}?w=160`, "public, max-age=60", 60],
		["/w/1.2.0/widgets.js", forEver, 86_400],
		["/w/1/widgets.js", "public, max-age=3600", 3600],
	])("of %s, which says %s: to keep it %i s", async (path, caching, seconds) => {
		const answer = await fetchFile(path, file(caching));
		expect(answer.headers.get("Cloudflare-CDN-Cache-Control")).toBe(`public, max-age=${seconds}`);
		expect(answer.headers.get("Cache-Control")).toBe(caching);
		expect(answer.headers.get("Vary")).toBe("Accept");
		expect(answer.headers.get("Cache-Tag")).toBeNull();
		expect(isEdgeCacheable(answer)).toBe(true);
	});

	it("and it is asked for by nothing but what it differs by", async () => {
		const headers = {
			Accept: "image/avif",
			"If-None-Match": "*",
			Cookie: "a=1",
			Range: "bytes=0-1",
		};
		const answer = await fetchFile(picture, file(forEver), { headers });
		expect(await answer.json()).toEqual({ accept: "image/avif" });
	});

	it.each([
		["one that is not there", picture, file("no-store", 404)],
		["a refusal that says otherwise", picture, file(forEver, 404)],
		["another address of it", `${picture}?w=160&x=1`, file(forEver)],
		["another file", "/w/1/other.js", file(forEver)],
	])("of %s: to keep nothing", async (_, path, render) => {
		const { headers } = await fetchFile(path, render);
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
	});

	it("of what was sent there: to keep nothing", async () => {
		const { headers } = await fetchFile(picture, file(forEver), { method: "POST" });
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
	});
});

/** Delivers messages of the queue of purges, each with its tags; gives which come again, and when. */
async function purgeAll(tags: string[][], attempts = 1) {
	const bodies = tags.map((some) => ({ tags: some }));
	const { retryMessages } = await withCacheInFront(() =>
		deliver("cogsmith-purges", bodies, { attempts }),
	);
	return retryMessages;
}

/** What `work` sends to the queue of purges; it is delivered to nobody. */
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
	it("sends the tags to the queue, in a request and in a job, and purges nothing itself", async () => {
		expect(await sentBy(() => purge("tools", "tool:1"))).toEqual([{ tags: ["tools", "tool:1"] }]);
		expect(purgeMock).not.toHaveBeenCalled();
	});

	it("is answered although the queue never does", async () => {
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

	it("stands where the queue takes nothing, and the log says so", async () => {
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

	it("sends nothing where no cache stands in front", async () => {
		const sent = await sentBy(() => undefined);
		const PURGES = { send: async (message: unknown) => void sent.push(message) };
		await withEnv({ ...env, PURGES }, async () => purge("tools"));
		expect(sent).toEqual([]);
	});
});

describe("the queue of purges", () => {
	it("asks once for all tags of a batch, each named once", async () => {
		const retried = await purgeAll([["tools", "tool:1"], ["tools", "tool:2"], ["reviews"]]);
		expect(purgeMock.mock.calls).toEqual([[{ tags: ["tools", "tool:1", "tool:2", "reviews"] }]]);
		expect(retried).toEqual([]);
	});

	it("names a hundred tags a purge at most", async () => {
		await purgeAll(Array.from({ length: 100 }, (_, n) => ["tools", `tool:${n}`]));
		expect(purgeMock.mock.calls.map(([{ tags }]) => tags?.length)).toEqual([100, 1]);
	});

	it.each([
		["refuses", () => purgeMock.mockResolvedValueOnce(purgeRejected)],
		["fails", () => purgeMock.mockRejectedValueOnce(new Error("later"))],
	])("comes again for what the cache %s, and for nothing else", async (_, fail) => {
		const news = vi.spyOn(console, "log").mockImplementation(() => {});
		fail();
		// The first hundred tags are refused; the second purge holds one alone.
		const retried = await purgeAll([
			...Array.from({ length: 100 }, (_, n) => [`tool:${n}`]),
			["reviews"],
		]);
		expect(retried).toHaveLength(100);
		expect(retried[0]).toEqual({ msgId: "0", delaySeconds: 15 });
		expect(retried.map(({ msgId }) => msgId)).not.toContain("100");
		expect(news).toHaveBeenCalledWith(expect.stringMatching(/"purge":"rejected","tags":100/));
	});

	it("says in the log what is refused for minutes", async () => {
		allowConsole(/"code":"purge".*"tags":\["tools"\],"attempts":9.*later/);
		purgeMock.mockResolvedValue(purgeRejected);
		expect(await purgeAll([["tools"]], 9)).toHaveLength(1);
	});

	it("drops a message that is none of ours, and logs that", async () => {
		allowConsole(/"code":"message","queue":"purges"/);
		const { explicitAcks } = await withCacheInFront(() =>
			deliver("cogsmith-purges", [{ tags: "tools" }, { tags: ["tools"] }]),
		);
		expect(explicitAcks).toEqual(["0"]);
		expect(purgeMock.mock.calls).toEqual([[{ tags: ["tools"] }]]);
	});
});

describe("a deployed shop without a cache in front", () => {
	it("says so in the log, once", async () => {
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
