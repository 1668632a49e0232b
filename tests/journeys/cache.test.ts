/** Public pages are rendered once for everyone, and never served stale after a write. */
import { request as send } from "node:http";
import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import { openSession } from "../../local/session.ts";
import { admin, newPerson, shopUrl, test } from "./fixtures.ts";
import { uploadImage } from "./images.ts";

const tool = "torque-wrench";
const pages = ["/", "/tools", `/tools/${tool}`, "/review"];
const embeds = [
	`/embed/v1/tools/${tool}.json`,
	`/embed/v1/tools/${tool}.html`,
	`/embed/v1/tools/${tool}`,
	"/embed/v1/reviews/3.json",
	"/embed/v1/reviews/3.html",
	"/embed/v1/reviews/3",
];

/** D1 round trips and rows read of a response, from its Server-Timing. */
function parseServerTiming(timing: string | null | undefined): { trips: number; read: number } {
	const [, trips, read] = /trips=(\d+) read=(\d+)/.exec(timing ?? "") ?? [];
	return { trips: Number(trips), read: Number(read) };
}

const costOf = (answer: APIResponse) => parseServerTiming(answer.headers()["server-timing"]);

/** The headers of a signed-in user. */
async function headersOf(account: { email: string; password: string; name?: string }) {
	const { token, cookie } = await openSession(shopUrl(), account);
	return { Authorization: `Bearer ${token}`, Cookie: cookie };
}

const adminToken = () => headersOf({ email: admin.email, password: admin.password });
const customerToken = () => headersOf(newPerson());

/** The stock that a tool's page shows. */
async function shownStock(request: APIRequestContext, id: string): Promise<number> {
	const { quantity } = await (await request.get(`${shopUrl()}/embed/v1/tools/${id}.json`)).json();
	return quantity;
}

/** Changes a tool's stock, which purges its page and the lists. */
async function restock(request: APIRequestContext, bearer: Record<string, string>, id = tool) {
	const quantity = (await shownStock(request, id)) + 1;
	const changed = await request.put(`${shopUrl()}/api/service/${id}`, {
		headers: bearer,
		data: { quantity },
	});
	expect(await changed.json()).toMatchObject({ modifiedCount: 1 });
	return quantity;
}

async function addReview(
	request: APIRequestContext,
	bearer: Record<string, string>,
	review: { description: string; productCode: string },
) {
	const image = await uploadImage(request, shopUrl(), bearer);
	const added = await request.post(`${shopUrl()}/api/rating`, {
		headers: bearer,
		data: { name: 5, image, ...review },
	});
	expect(added.status()).toBe(201);
}

test("a page reads the database once, and then comes from the cache", async ({ request }) => {
	await restock(request, await adminToken());
	await addReview(request, await customerToken(), {
		description: "Kept by none.",
		productCode: tool,
	});
	for (const path of [...pages, ...embeds]) {
		const first = await request.get(shopUrl() + path);
		const again = await request.get(shopUrl() + path);
		expect(first.status(), path).toBe(200);
		expect(costOf(first).trips, path).toBe(1);
		// The tools of a list, one more for the next page, its counts, and one ahead in each range of an index that is merged.
		expect(costOf(first).read, path).toBeLessThanOrEqual(32);
		expect(costOf(again), path).toEqual({ trips: 0, read: 0 });
		expect(await again.text(), path).toBe(await first.text());
		// Only headers of the single request differ.
		const own = ["x-request-id", "server-timing", "cache-status", "date"];
		const rest = (answer: APIResponse) =>
			Object.entries(answer.headers()).filter(([header]) => !own.includes(header));
		expect(rest(again), path).toEqual(rest(first));
		const ids = [first, again].map((answer) => answer.headers()["x-request-id"]);
		expect(ids[0], path).not.toBe(ids[1]);
	}
});

test("a write shows immediately on every page", async ({ request }) => {
	const bearer = await adminToken();
	const rider = await customerToken();
	const get = async (path: string) => (await request.get(shopUrl() + path)).text();
	const see = async (paths: string[], words: string, there = true) => {
		for (const path of paths)
			expect((await get(path)).includes(words), `${path} ${words}`).toBe(there);
	};
	const name = `Gauge ${Date.now().toString(36)}`;
	const [existingTool] = await (await request.get(`${shopUrl()}/api/service?limit=1`)).json();

	await see(["/", "/tools"], name, false);
	const data = {
		name,
		description: "Measures.",
		image: existingTool.image,
		minOrderQuantity: 1,
		quantity: 40,
		price: 5,
	};
	const added = await request.post(`${shopUrl()}/api/service`, { headers: bearer, data });
	const { insertedId: id } = await added.json();
	const redirect = await request.get(`${shopUrl()}/tools/${id}`, { maxRedirects: 0 });
	const address = redirect.headers().location ?? "";
	expect(address).toMatch(/^\/tools\/gauge-/);
	await see(["/", "/tools", `/tools/${id}`, `/embed/v1/tools/${id}`], name);
	expect(await shownStock(request, id)).toBe(40);

	const restocked = await restock(request, bearer, id);
	expect(await shownStock(request, id)).toBe(restocked);

	const line = { productCode: id, quantity: 2, phone: "+1 555 0100", address: "1 Test Street" };
	const placed = await request.post(`${shopUrl()}/api/order`, { headers: rider, data: line });
	expect(placed.status()).toBe(201);
	expect(await shownStock(request, id)).toBe(39);
	const lineId = (await placed.json()).order._id;
	await request.delete(`${shopUrl()}/api/order?id=${lineId}`, { headers: rider });
	expect(await shownStock(request, id)).toBe(41);

	const description = `Kept ${Date.now().toString(36)}`;
	const reviewed = ["/", "/review", `/tools/${id}`, "/embed/v1/reviews/3.json"];
	await see(reviewed, description, false);
	await addReview(request, rider, { description, productCode: id });
	await see(reviewed, description);

	await see(["/review"], address);
	await request.delete(`${shopUrl()}/api/service?id=${id}`, { headers: bearer });
	await see([`/tools/${id}`], "No longer sold");
	await see(["/tools"], name, false);
	await see(["/", "/review"], address, false);
	await see([`/embed/v1/tools/${id}.json`], '"retired":true');
});

test("a write purges only the pages it changes", async ({ request }) => {
	const bearer = await adminToken();
	const others = [
		"/review",
		"/tools/floor-pump",
		"/embed/v1/tools/floor-pump.json",
		"/embed/v1/reviews/3",
	];
	for (const path of others) await request.get(shopUrl() + path);
	await restock(request, bearer);
	for (const path of others)
		expect(costOf(await request.get(shopUrl() + path)).trips, path).toBe(0);
	expect(costOf(await request.get(shopUrl() + pages[0])).trips).toBe(1);
});

test("a hundred concurrent requests are rendered once", async ({ request }) => {
	const bearer = await adminToken();
	for (const path of ["/", `/tools/${tool}`]) {
		await restock(request, bearer);
		await restock(request, bearer);
		const all = await Promise.all(
			Array.from({ length: 100 }, async () => {
				const answer = await fetch(shopUrl() + path);
				return {
					text: await answer.text(),
					...parseServerTiming(answer.headers.get("server-timing")),
					status: answer.status,
				};
			}),
		);
		expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
		expect(new Set(all.map(({ text }) => text)).size).toBe(1);
		expect(
			all.map(({ trips }) => trips).reduce((sum, trips) => sum + trips, 0),
			path,
		).toBe(1);
	}
});

test("visitors and signed-in users get the same page", async ({ request, playwright }) => {
	const bearer = await customerToken();
	const stranger = await playwright.request.newContext();
	for (const path of [...pages, ...embeds]) {
		const own = await request.get(shopUrl() + path, { headers: bearer });
		const theirs = await stranger.get(shopUrl() + path);
		expect(await own.text(), path).toBe(await theirs.text());
		for (const answer of [own, theirs]) {
			expect(answer.headers()["set-cookie"], path).toBeUndefined();
			expect(answer.headers().vary ?? "", path).not.toMatch(/cookie|authorization|origin/i);
		}
	}
	await stranger.dispose();
});

test("listed query parameters have their own pages, and others are ignored", async ({
	request,
}) => {
	const first = await (await request.get(`${shopUrl()}/tools`)).text();
	const [, next = ""] =
		/rel="next" href="([^"]+)"|href="([^"]+)"[^>]*rel="next"/.exec(first)?.filter(Boolean) ?? [];
	const second = await request.get(shopUrl() + next.replaceAll("&amp;", "&"));
	expect(await second.text()).not.toBe(first);
	for (const query of [
		"?utm_source=x",
		"?seen-on=velo",
		"?CURSOR=x",
		"?a=1&a=2",
		`?${"x".repeat(500)}`,
	]) {
		const answer = await request.get(`${shopUrl()}/tools${query}`);
		expect(costOf(answer).trips, query).toBe(0);
		expect(await answer.text(), query).toBe(first);
	}
	// An invalid cursor is that of the first page.
	for (const query of ["?cursor=x", "?cursor=x&cursor=y"])
		expect(costOf(await request.get(`${shopUrl()}/tools${query}`)).trips, query).toBe(0);
});

test("request headers and parameters can't poison the cache", async ({ request }) => {
	const bearer = await adminToken();
	const headers = {
		Host: "evil.example",
		"X-Forwarded-Host": "evil.example",
		"X-Forwarded-Proto": "https",
		"X-Forwarded-Scheme": "nothttps",
		Forwarded: "host=evil.example",
		"X-Original-URL": "/dashboard",
		"X-Rewrite-URL": "/dashboard",
		"X-HTTP-Method-Override": "POST",
		Origin: "https://evil.example",
		Accept: "application/json",
		"Accept-Language": "de",
		Range: "bytes=0-9",
		"If-None-Match": "*",
	};
	for (const path of [`/tools/${tool}`, `/embed/v1/tools/${tool}`, "/tools", "/"]) {
		await restock(request, bearer);
		await new Promise<void>((resolve, reject) => {
			send(`${shopUrl()}${path}?evil=evil.example`, { headers }, (answer) => {
				answer.resume().on("end", resolve);
			})
				.on("error", reject)
				.end();
		});
		const answer = await request.get(shopUrl() + path);
		expect(answer.status(), path).toBe(200);
		expect(costOf(answer).trips, path).toBe(0);
		const kept = (await answer.text()) + JSON.stringify(answer.headers());
		expect(kept, path).not.toContain("evil");
		expect(await answer.text(), path).toMatch(/<\/html>\s*$/);
		// The same page as without tampering.
		await restock(request, bearer, "floor-pump");
		await restock(request, bearer);
	}
	for (const path of ["/TOOLS", "/Review", "/tools/TORQUE-WRENCH"]) {
		expect((await request.get(shopUrl() + path)).status(), path).toBe(404);
	}
});

test("a browser that has a page gets 304", async ({ request }) => {
	for (const path of pages) {
		const { etag = "", "cache-control": caching } = (await request.get(shopUrl() + path)).headers();
		expect(caching, path).toBe("public, max-age=0, must-revalidate");
		const held = await request.get(shopUrl() + path, { headers: { "If-None-Match": etag } });
		expect(held.status(), path).toBe(304);
		expect(held.headers()["content-security-policy"], path).toBeUndefined();
		const head = await request.head(shopUrl() + path);
		expect(head.headers().etag, path).toBe(etag);
		expect(await head.text()).toBe("");
	}
});
