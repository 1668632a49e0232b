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
			"public, max-age=60, stale-while-revalidate=600",
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
