/** On Cloudflare, where the platform's own cache stands in front: what it is told, and what it is asked. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cached, type Front, isForMany, purgeAt, purgeOwed } from "../../src/platform/cache.ts";
import { counted, newPage } from "./kept.ts";
import { origin } from "./shop.ts";

const purged = vi.fn();
const front: Front = { purge: purged };

beforeEach(() => {
	purged.mockReset().mockResolvedValue({ success: true, errors: [] });
});

const visit = (path: string, render: () => Response, headers: HeadersInit = {}) =>
	cached(new Request(origin + path, { headers }), async () => render(), front);

describe("what the platform's cache is told", () => {
	it("of a page: how long, and what takes it down; and nothing of whoever asked", async () => {
		const [path, { counter, render }] = [newPage(), counted({ "Cache-Tag": "tools,reviews" })];
		const answer = await visit(path, render, { "If-None-Match": "*" });
		const { headers } = answer;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe(
			"public, max-age=60, stale-while-revalidate=600, stale-if-error=86400",
		);
		expect(headers.get("Cache-Tag")).toBe("tools,reviews");
		expect(headers.get("ETag")).toMatch(/^"[^"]+"$/);
		expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
		expect(isForMany(answer)).toBe(true);
		// It is the platform that keeps: here, each isolate would keep what others have purged.
		await visit(path, render);
		expect(counter.rendered).toBe(2);
	});

	it("of the same page by another address: to keep it only once", async () => {
		const answer = await visit(`${newPage()}?x=1`, counted().render);
		const { headers } = answer;
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");
		expect(isForMany(answer)).toBe(false);
	});

	it.each([
		["a page that is not there", newPage(), counted({}, { status: 404 })],
		["a page that could not be rendered", newPage(), counted({}, { status: 503 })],
		["a page with a cookie", newPage(), counted({ "Set-Cookie": "a=1" })],
		["what is one visitor's own", "/dashboard", counted()],
		["a call", "/api/order", counted()],
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
		cached(new Request(origin + path, init), render, front);

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
		expect(isForMany(answer)).toBe(true);
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

describe("what the platform's cache is asked", () => {
	it("to take down the tags of a write", async () => {
		await purgeAt(front, ["tools", "tool:1"]);
		expect(purged.mock.calls).toEqual([[{ tags: ["tools", "tool:1"] }]]);
	});

	it.each([
		[
			"refuses",
			() => purged.mockResolvedValue({ success: false, errors: [{ code: 1, message: "later" }] }),
		],
		["fails", () => purged.mockRejectedValue(new Error("later"))],
	])("and where it %s, the write stands and the log says so", async (_, fail) => {
		fail();
		const said = vi.spyOn(console, "error").mockImplementation(() => {});
		await purgeAt(front, ["reviews"]);
		expect(said).toHaveBeenCalledExactlyOnceWith(
			expect.stringMatching(/"code":"purge".*"tags":\["reviews"\].*later/),
		);
		await vi.waitFor(async () => expect(await owed()).toEqual(["reviews"]));
	});
});

/** The tags that are still to be purged. */
async function owed(): Promise<string[]> {
	const { results } = await env.DB.prepare("select tag from owed_purges order by tag").all<{
		tag: string;
	}>();
	return results.map(({ tag }) => tag);
}

describe("what was refused", () => {
	const refuse = () =>
		purged.mockResolvedValueOnce({ success: false, errors: [{ code: 1, message: "later" }] });

	beforeEach(async () => {
		await env.DB.prepare("delete from owed_purges").run();
		vi.spyOn(console, "error").mockImplementation(() => {});
	});

	/** Has that many purges refused, one after the other. */
	async function refused(...tags: `tool:${string}`[]): Promise<void> {
		const before = (await owed()).length;
		for (const tag of tags) {
			refuse();
			await purgeAt(front, [tag]);
		}
		await vi.waitFor(async () => expect(await owed()).toHaveLength(before + tags.length));
		purged.mockClear();
	}

	it("is asked for again by one question, and then no more", async () => {
		await refused("tool:1", "tool:2");
		await purgeOwed(front);
		expect(purged.mock.calls).toEqual([[{ tags: expect.arrayContaining(["tool:1", "tool:2"]) }]]);
		expect(await owed()).toEqual([]);
		await purgeOwed(front);
		expect(purged).toHaveBeenCalledOnce();
	});

	it("stays owed where it is refused once more", async () => {
		await refused("tool:1");
		refuse();
		await expect(purgeOwed(front)).rejects.toThrow("later");
		expect(await owed()).toEqual(["tool:1"]);
	});

	it("stays owed where it was refused anew in the meantime", async () => {
		await refused("tool:1", "tool:2");
		purged.mockImplementationOnce(async () => {
			await env.DB.prepare("update owed_purges set owed_at = ? where tag = 'tool:1'")
				.bind(Date.now() + 60_000)
				.run();
			return { success: true, errors: [] };
		});
		await purgeOwed(front);
		expect(await owed()).toEqual(["tool:1"]);
	});

	it("is 99 tags at most, the oldest first", async () => {
		const tags = Array.from({ length: 100 }, (_, n) => `('tool:${n}', ${1000 - n})`);
		await env.DB.prepare(`insert into owed_purges (tag, owed_at) values ${tags}`).run();
		await purgeOwed(front);
		expect(purged.mock.calls[0]?.[0].tags).toHaveLength(99);
		expect(await owed()).toEqual(["tool:0"]);
	});

	it("is nobody's where nothing stands in front", async () => {
		await purgeAt(undefined, ["tools"]);
		await purgeOwed(undefined);
		expect(await owed()).toEqual([]);
	});
});
