/** Limits on one account's reviews: one per tool, so many a day, with its own images. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import * as messages from "../../src/messages/messages.ts";
import { limitNames, readSetting } from "../../src/platform/settings/settings-schema.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	dispatch,
	insertImage,
	origin,
	type Person,
	signUp,
} from "../helpers/shop.ts";
import { redAndBlue } from "./image-bytes.ts";
import { uploadForm } from "./uploads.ts";

for (const name of limitNames) env[name] = "";

const image = `/images/${"ab".repeat(16)}`;
let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

async function newRider(): Promise<Person> {
	const rider = await signUp();
	await insertImage(image, rider);
	return rider;
}

const postReview = (by: Person, changes: object = {}): Promise<ApiResponse> =>
	callApi("POST", "/rating", {
		token: by.token,
		body: { name: 4, image, description: "Holds.", ...changes },
	});

const reviewsBy = async ({ id }: Person) =>
	(await env.DB.prepare("select id, rating, tool_id from reviews where user_id = ?").bind(id).all())
		.results;

const auditOf = async (id: string) =>
	(await callApi("GET", `/audit?subject=${id}`, { token: admin.token })).body;

describe("a customer's reviews", () => {
	it("are one per tool: a newer one replaces it, with an audit entry", async () => {
		const [rider, tool] = [await newRider(), await addTool({ name: "Chain whip" })];
		const first = await postReview(rider, { productCode: tool, name: 2 });
		const second = await postReview(rider, { productCode: tool, name: 5 });
		expect([first.status, second.status]).toEqual([201, 201]);
		expect(await reviewsBy(rider)).toEqual([
			{ id: second.body.insertedId, rating: 5, tool_id: tool },
		]);
		const [entry] = await auditOf(first.body.insertedId);
		expect(entry).toMatchObject({
			action: "review.replaced",
			who: { email: rider.email },
			detail: { name: "Chain whip", rating: 5, ratingWas: 2 },
		});
	});

	it("are one when two are written concurrently, and others' stay", async () => {
		const [rider, other, tool] = [await newRider(), await newRider(), await addTool()];
		await postReview(other, { productCode: tool });
		await Promise.all([1, 2, 3, 4].map((name) => postReview(rider, { productCode: tool, name })));
		expect(await reviewsBy(rider)).toHaveLength(1);
		expect(await reviewsBy(other)).toHaveLength(1);
	});

	it("are ten a day, also when concurrent, replaced or deleted", async () => {
		const [rider, tool] = [await newRider(), await addTool()];
		const answers = await Promise.all(
			Array.from({ length: 14 }, (_, n) =>
				postReview(rider, n % 2 === 0 ? { productCode: tool } : {}),
			),
		);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(10);
		const rejected = answers.find(({ status }) => status === 429);
		expect(rejected?.body.error).toEqual({
			code: "too_many",
			message: messages.dailyReviewLimit(10),
		});
		expect(Number(rejected?.headers.get("Retry-After"))).toBeGreaterThan(86_000);
		const placed = answers.find(({ status }) => status === 201)?.body.insertedId;
		await callApi("DELETE", `/rating?id=${placed}`, { token: rider.token });
		expect((await postReview(rider, { productCode: tool })).status).toBe(429);
		// A day later.
		await env.DB.prepare("update account_attempts set ends_at = 1").run();
		expect((await postReview(rider)).status).toBe(201);
	});

	it("require a stored image that they uploaded", async () => {
		const [rider, other] = [await newRider(), await signUp()];
		for (const [by, imagePath] of [
			[rider, `/images/${"cd".repeat(16)}`],
			[other, image],
		] as const) {
			const { status, body } = await postReview(by, { image: imagePath });
			expect([status, body.error.fields]).toEqual([422, { image: messages.imageNotUploaded }]);
		}
		expect(await reviewsBy(other)).toEqual([]);
	});

	it("may use an image that another user uploaded too", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const imageFile = await redAndBlue();
		const [first, second] = [await upload(one, imageFile), await upload(other, imageFile)];
		expect(second.body.data.url).toBe(first.body.data.url);
		for (const by of [one, other]) {
			expect((await postReview(by, { image: first.body.data.url })).status).toBe(201);
		}
	});
});

describe("DELETE /rating", () => {
	it("is for the author and administrators, and is audited", async () => {
		const [rider, other, tool] = [
			await newRider(),
			await signUp(),
			await addTool({ name: "Cone key" }),
		];
		for (const by of [rider, admin]) {
			const id = (await postReview(rider, { productCode: tool, name: 3 })).body.insertedId;
			const remove = (who: Person) => callApi("DELETE", `/rating?id=${id}`, { token: who.token });
			const rejected = await remove(other);
			expect([rejected.status, rejected.body.error.code]).toEqual([403, "forbidden"]);
			expect((await remove(by)).body).toEqual({ deletedCount: 1 });
			expect(await reviewsBy(rider)).toEqual([]);
			expect((await remove(by)).status).toBe(404);
			expect(await auditOf(id)).toMatchObject([
				{
					action: "review.deleted",
					who: { email: by.email },
					detail: { name: "Cone key", rating: 3 },
				},
			]);
		}
	});
});

describe("uploads", () => {
	it("are limited per user and day, also when concurrent, with more for administrators", async () => {
		const [rider, imageFile] = [await signUp(), await redAndBlue()];
		const before = env.UPLOADS_A_DAY ?? "";
		env.UPLOADS_A_DAY = "3";
		try {
			const answers = await Promise.all(Array.from({ length: 6 }, () => upload(rider, imageFile)));
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
			const rejected = answers.find(({ status }) => status === 429);
			expect(rejected?.body.error.message).toBe(messages.dailyUploadLimit(3));
			expect((await upload(admin, imageFile)).status).toBe(200);
		} finally {
			env.UPLOADS_A_DAY = before;
		}
		expect(readSetting({}, "UPLOADS_A_DAY")).toBe(50);
		expect(readSetting({}, "ADMIN_UPLOADS_A_DAY")).toBe(500);
	});
});

async function upload(by: Person, imageFile: Awaited<ReturnType<typeof redAndBlue>>) {
	const response = await dispatch(
		new Request(`${origin}/api/images`, {
			method: "POST",
			headers: { Authorization: `Bearer ${by.token}` },
			body: uploadForm(imageFile),
		}),
	);
	return { status: response.status, body: await response.json<ApiResponse["body"]>() };
}
