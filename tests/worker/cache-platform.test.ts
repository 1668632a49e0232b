/** On Cloudflare, where the platform's own cache stands in front: what it is told, and what it is asked. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cached, type Front, isForMany, purgeAt } from "../../src/platform/cache.ts";
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
	});
});
