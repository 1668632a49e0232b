import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listPublicReviews } from "../../src/shop/reviews/reviews.server.ts";
import { encodeCursor } from "../../src/values/paging.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { addReview, addTool, callApi, idsOf, listAllPages, signUp } from "../helpers/shop.ts";

describe("GET /rating", () => {
	it("returns the reviews newest first", async () => {
		const rider = await signUp();
		const old = await addReview(rider, { createdAt: 1000 });
		const newest = await addReview(rider, { createdAt: Date.now() + 60_000 });
		const older = await addReview(rider, { createdAt: 900 });
		const { status, body } = await callApi("GET", "/rating");
		expect(status).toBe(200);
		expect(idsOf(body)[0]).toBe(newest);
		expect(idsOf(body).indexOf(old)).toBeLessThan(idsOf(body).indexOf(older));
	});

	it("returns the stars as name, the author and the date, and no more", async () => {
		const rider = await signUp();
		const id = await addReview(rider, { createdAt: Date.UTC(2026, 10, 20, 12) });
		const { body } = await callApi("GET", "/rating");
		expect(body.find((review: { _id: string }) => review._id === id)).toEqual({
			_id: id,
			name: 4,
			image: "/images/none",
			description: "Works.",
			author: rider.name,
			createdAt: "2026-11-20T12:00:00.000Z",
			verified: false,
		});
	});

	it("names the tool, and is verified only with an order", async () => {
		const rider = await signUp();
		const toolId = await addTool({ name: "Chain whip" });
		const { line } = await placePaidLine(rider, toolId);
		const plain = await addReview(rider, { toolId });
		const verified = await addReview(rider, { toolId, lineId: line._id });
		const { body } = await callApi("GET", "/rating");
		const of = (id: string) => body.find((review: { _id: string }) => review._id === id);
		expect(of(plain)).toMatchObject({ verified: false, tool: { _id: toolId, name: "Chain whip" } });
		expect(of(verified)).toMatchObject({ verified: true, tool: { _id: toolId } });
	});

	it("has the tool's address, by which its page is found", async () => {
		const [rider, toolId] = [await signUp(), await addTool()];
		await env.DB.prepare("update tools set slug = 'whip' where id = ?").bind(toolId).run();
		const id = await addReview(rider, { toolId });
		const { body } = await callApi("GET", "/rating");
		const found = body.find((review: { _id: string }) => review._id === id);
		expect(found.tool).toMatchObject({ _id: toolId, address: "whip" });
	});

	it("paginates without skipping or repeating a review, even with equal timestamps", async () => {
		const rider = await signUp();
		const added: string[] = [];
		for (let n = 0; n < 5; n += 1) added.push(await addReview(rider, { createdAt: 5000 }));
		const all = idsOf((await listAllPages("/rating?limit=2")).flat());
		expect(all).toEqual(expect.arrayContaining(added));
		expect(new Set(all).size).toBe(all.length);
		expect(all).toEqual(idsOf((await callApi("GET", "/rating")).body));
	});

	it("has pages for visitors, and its first page for an invalid cursor", async () => {
		const rider = await signUp();
		for (let n = 0; n <= 12; n += 1) await addReview(rider);
		const first = await listPublicReviews(null);
		expect(first.reviews).toHaveLength(12);
		expect(first.next).toBeDefined();
		const second = await listPublicReviews(first.next ? encodeCursor(first.next) : null);
		const ids = idsOf(first.reviews);
		expect(second.reviews.length).toBeGreaterThan(0);
		expect(idsOf(second.reviews).filter((id) => ids.includes(id))).toEqual([]);
		expect(idsOf((await listPublicReviews("nonsense")).reviews)).toEqual(ids);
	});

	it("rejects an invalid limit or cursor as malformed", async () => {
		for (const query of ["limit=ten", "cursor=nonsense", "limit=1&limit=1"]) {
			expect((await callApi("GET", `/rating?${query}`)).status, query).toBe(400);
		}
	});
});
