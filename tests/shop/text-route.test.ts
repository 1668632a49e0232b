/** Routes of feeds and of files to download: their headers, errors, and texts that are sent in pieces. */
import type { APIContext } from "astro";
import { describe, expect, it, vi } from "vitest";
import { ShopError } from "../../src/errors.ts";
import { crossOriginHeaders } from "../../src/http/headers.ts";
import { downloadOf, streamedRoute, textRoute } from "../../src/http/text-route.ts";
import { cachePolicy } from "../../src/platform/cache/cache-policy.ts";
import { allowConsole } from "../setup/console-guard.ts";

const url = new URL("https://shop.example/feed.xml");
const forAnySite = Object.fromEntries(new Headers(crossOriginHeaders));
const set = vi.fn();
const context = (method: string, search = "") =>
	({
		request: new Request(url, { method }),
		url: new URL(search, url),
		cache: { set },
		redirect: (location: string, status: number) =>
			new Response(null, { status, headers: { location } }),
	}) as unknown as APIContext;

async function* pieces() {
	yield "één ";
	yield "two";
}

async function* brokenPieces() {
	yield "one";
	throw new Error("the database");
}

describe("a text", () => {
	const policy = cachePolicy("tools");
	const route = textRoute("text/plain", policy, async () => "één");

	it("is cached as a page", async () => {
		const response = await route.GET(context("GET"));
		expect(await response.text()).toBe("één");
		expect(Object.fromEntries(response.headers)).toEqual({
			...forAnySite,
			"content-type": "text/plain; charset=utf-8",
		});
		expect(set).toHaveBeenLastCalledWith(policy);
	});

	it("has no other method", async () => {
		const response = await route.ALL(context("POST"));
		expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
	});

	it("that is not there is an error of the shop, and not cached", async () => {
		set.mockClear();
		const missing = textRoute("text/plain", policy, async () => {
			throw new ShopError("not_found");
		});
		expect((await missing.GET(context("GET"))).status).toBe(404);
		expect(set).not.toHaveBeenCalled();
	});
});

describe("a text in pieces", () => {
	const route = streamedRoute("text/xml", 600, pieces);

	it("is cached as a file", async () => {
		const response = await route.GET(context("GET"));
		expect(await response.text()).toBe("één two");
		expect(Object.fromEntries(response.headers)).toEqual({
			...forAnySite,
			"content-type": "text/xml; charset=utf-8",
			"cache-control": "public, max-age=600",
		});
		expect(set).toHaveBeenLastCalledWith({ maxAge: 600, swr: 0, tags: [] });
	});

	it("has one address", async () => {
		set.mockClear();
		const response = await route.GET(context("GET", "?page=2"));
		expect([response.status, response.headers.get("location")]).toEqual([308, "/feed.xml"]);
		expect(set).not.toHaveBeenCalled();
	});

	it("does not end as a whole if it breaks off", async () => {
		allowConsole(/the database/);
		const response = await streamedRoute("text/xml", 600, brokenPieces).GET(context("GET"));
		await expect(response.text()).rejects.toThrow();
		expect(console.error).toHaveBeenCalledOnce();
	});

	it("is an error with its status if the first piece fails, and not cached", async () => {
		allowConsole(/"code":"unavailable"/);
		set.mockClear();
		const route = streamedRoute("text/xml", 600, () => {
			throw new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued.");
		});
		async function* failing(): AsyncIterable<string> {
			yield await Promise.reject(new Error("D1_ERROR: Network connection lost."));
		}
		for (const { GET } of [route, streamedRoute("text/xml", 600, failing)]) {
			const response = await GET(context("GET"));
			expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
		}
		expect(set).not.toHaveBeenCalled();
	});

	it("is not read on when its reader leaves", async () => {
		let isEnded = false;
		async function* endless() {
			try {
				for (;;) yield "piece";
			} finally {
				isEnded = true;
			}
		}
		const { body } = await downloadOf("a.csv", "text/csv", endless());
		const reader = body?.getReader();
		expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("piece");
		await reader?.cancel();
		expect(isEnded).toBe(true);
	});
});

describe("a download", () => {
	it("has the name of its file, and nobody caches it", async () => {
		const response = await downloadOf("orders.csv", "text/csv", pieces());
		expect(Object.fromEntries(response.headers)).toEqual({
			"cache-control": "no-store",
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": 'attachment; filename="orders.csv"',
		});
		expect(await response.text()).toBe("één two");
	});

	it.each([
		["Größe (M).csv", "Grosse (M).csv", "Gr%C3%B6%C3%9Fe%20%28M%29.csv"],
		["ключ's.csv", "____'s.csv", "%D0%BA%D0%BB%D1%8E%D1%87%27s.csv"],
		["工具.pdf", "__.pdf", "%E5%B7%A5%E5%85%B7.pdf"],
		["🔧.csv", "_.csv", "%F0%9F%94%A7.csv"],
		['a"b/c\\d\r\ne\u202e.csv', "a-b-c-d-e-.csv", undefined],
	])("named %j is named %j in ASCII, and as it is in UTF-8", async (name, ascii, encoded) => {
		const { headers } = await downloadOf(name, "text/csv", "");
		expect(headers.get("content-disposition")).toBe(
			`attachment; filename="${ascii}"${encoded ? `; filename*=UTF-8''${encoded}` : ""}`,
		);
	});

	it("is sent by one function, whatever it is", () => {
		const sources = import.meta.glob<string>("../../src/**/*.{ts,astro}", {
			eager: true,
			query: "?raw",
			import: "default",
		});
		const senders = Object.keys(sources).filter((file) =>
			/content-disposition/i.test(sources[file] ?? ""),
		);
		expect(senders).toEqual(["../../src/http/text-route.ts"]);
	});
});
