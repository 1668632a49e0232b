import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { placePaidLine } from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	archiveTool,
	callApi,
	insertImage,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

let rider: Person;
let admin: Person;

beforeAll(async () => {
	[rider, admin] = await Promise.all([signUp(), signUp({ role: "admin" })]);
	await insertImage(image, rider);
});

const image = `/images/${"0123456789abcdef".repeat(2)}`;
const review = { name: 4, image, description: "Holds its torque." };

const post = (changes: object = {}, by = rider): Promise<ApiResponse> =>
	callApi("POST", "/rating", { token: by.token, body: { ...review, ...changes } });

/** Adds a review that must be accepted; returns it as GET /rating does. */
async function added(changes: object = {}, by = rider): Promise<ApiResponse["body"]> {
	const { status, body } = await post(changes, by);
	expect(status, JSON.stringify(body)).toBe(201);
	const shown = (await callApi("GET", "/rating?limit=100")).body;
	return shown.find((one: { _id: string }) => one._id === body.insertedId);
}

async function reviewCount(): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from reviews").first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

describe("POST /rating", () => {
	it("accepts one to five stars, in the name of the signed-in user", async () => {
		for (const name of [1, 2, 3, 4, 5]) {
			expect(await added({ name, author: "Somebody else", userId: "x" })).toMatchObject({
				...review,
				name,
				author: rider.name,
				verified: false,
			});
		}
	});

	it.each([0, 6, -1, 2.5, "5", "", null, undefined, true, [5], 1e300])(
		"rejects %j stars",
		async (name) => {
			const before = await reviewCount();
			const { status, body } = await post({ name });
			expect(status).toBe(422);
			expect(body.error.fields).toEqual({ name: "Rating is Required" });
			expect(await reviewCount()).toBe(before);
		},
	);

	it("requires an image and a description", async () => {
		const words = { image: "Image is Required", description: "Description is Required" };
		for (const none of [undefined, null, "", 7]) {
			const { status, body } = await post({ image: none, description: none });
			expect(status, String(none)).toBe(422);
			expect(body.error.fields).toEqual(words);
		}
		const { body } = await callApi("POST", "/rating", { token: rider.token, body: {} });
		expect(body.error.fields).toEqual({ name: "Rating is Required", ...words });
	});

	it("accepts only images of the shop's own store", async () => {
		for (const image of ["javascript:alert(1)", "https://elsewhere.test/a.png", "/images/none"]) {
			const { status, body } = await post({ image });
			expect(status, image).toBe(422);
			expect(Object.keys(body.error.fields)).toEqual(["image"]);
		}
	});

	it("stores script as text, and at most 2000 characters", async () => {
		const description = `<script>alert("x")</script><img src=x onerror=alert(1)> '); drop table reviews; --`;
		expect((await added({ description })).description).toBe(description);
		expect((await added({ description: "d".repeat(2000) })).description).toHaveLength(2000);
		const { status, body } = await post({ description: "d".repeat(2001) });
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toEqual(["description"]);
	});
});

describe("a review of a tool", () => {
	it("is verified by the author's own paid order of that tool", async () => {
		const tool = await addTool({ name: "Chain whip" });
		await placePaidLine(rider, tool);
		expect(await added({ productCode: tool })).toMatchObject({
			verified: true,
			tool: { _id: tool, name: "Chain whip" },
		});
	});

	it("is not verified by an order that is unpaid, another user's, or of another tool", async () => {
		const [bought, held, other] = [await addTool(), await addTool(), await signUp()];
		await insertImage(image, other);
		await placePaidLine(rider, bought);
		await placeLine(rider, held);
		for (const [tool, by] of [
			[held, rider],
			[bought, other],
			[await addTool(), rider],
		] as const) {
			expect(await added({ productCode: tool, verified: true, lineId: "x" }, by)).toMatchObject({
				verified: false,
				tool: { _id: tool },
			});
		}
	});

	it("is not verified by an order that is paid and closed, which counts as sold nowhere", async () => {
		const tool = await addTool();
		const { line } = await placePaidLine(rider, tool);
		await env.DB.prepare(
			"update order_lines set closed_at = 1, closed_why = 'refunded' where id = ?",
		)
			.bind(line._id)
			.run();
		expect(await added({ productCode: tool })).toMatchObject({ verified: false });
		const listed = await callApi("GET", `/order/${line._id}`, { token: rider.token });
		expect(listed.body).toMatchObject({ paid: false, refunded: true });
		const shipping = await callApi("PUT", `/order?id=${line._id}`, {
			token: admin.token,
			body: { status: "Shipped" },
		});
		expect(shipping.body.error.code).toBe("not_shippable");
	});

	it("may be of an archived tool, but not of an unknown one", async () => {
		const tool = await addTool();
		await archiveTool(tool);
		expect(await added({ productCode: tool })).not.toHaveProperty("tool");
		const before = await reviewCount();
		const { status, body } = await post({ productCode: "nothing" });
		expect([status, body.error.code]).toEqual([404, "not_found"]);
		expect(await reviewCount()).toBe(before);
	});
});
