/** Lists of what has changed since a time, for programs that poll. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { placePaidLine } from "../helpers/payments.ts";
import {
	addReview,
	addTool,
	addTools,
	archiveTool,
	callApi,
	idsOf,
	listAllPages,
	type Person,
	placeLine,
	shipLine,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
});

const since = (path: string, time: string, token = admin.token) =>
	callApi("GET", `${path}?updatedSince=${encodeURIComponent(time)}`, { token });

/** The time from which on a list has nothing but what follows. */
async function newestTime(path: string): Promise<string> {
	const pages = await listAllPages(
		`${path}?limit=100&updatedSince=1970-01-01T00:00:00Z`,
		admin.token,
	);
	const newest = Date.parse(pages.flat().at(-1)?.updatedAt ?? 0);
	// The next millisecond: the database's clock has no finer time.
	await expect.poll(() => Date.now()).toBeGreaterThan(newest + 1);
	return new Date(newest + 1).toISOString();
}

describe("GET /service?updatedSince=", () => {
	it("has what was added, changed and sold, the oldest change first", async () => {
		const [changed = "", sold = "", untouched = ""] = await addTools(3);
		const time = await newestTime("/service");
		await env.DB.prepare("update tools set name = 'Another name' where id = ?").bind(changed).run();
		await placeLine(rider, sold);
		const added = await addTool();
		const { body, status } = await since("/service", time);
		expect(status).toBe(200);
		expect(idsOf(body).toSorted()).toEqual([changed, sold, added].toSorted());
		expect(idsOf(body)).not.toContain(untouched);
		const times = body.map(({ updatedAt }: { updatedAt: string }) => updatedAt);
		expect(times).toEqual(times.toSorted());
		// Asked again with the last time, what changed at that very time comes again, and nothing else.
		expect(idsOf((await since("/service", times.at(-1))).body)).toContain(idsOf(body).at(-1));
	});

	it("has no tool that is no longer listed", async () => {
		const time = await newestTime("/service");
		await archiveTool(await addTool());
		expect((await since("/service", time)).body).toEqual([]);
	});

	it("loses and repeats nothing from page to page, and has what changes meanwhile at the end", async () => {
		const time = await newestTime("/service");
		const ids = await addTools(5);
		await env.DB.prepare(
			"update tools set changed_at = ? where id in (select value from json_each(?))",
		)
			.bind(Date.parse(time) + 1, JSON.stringify(ids))
			.run();
		const pages = await listAllPages(`/service?limit=2&updatedSince=${time}`);
		expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
		expect(idsOf(pages.flat())).toEqual(ids.toSorted());

		const first = await callApi("GET", `/service?limit=2&updatedSince=${time}`);
		const [read = ""] = idsOf(first.body);
		await placeLine(rider, read);
		const next = /<\/api(.*)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
		const rest = await listAllPages(next);
		expect(idsOf(rest.flat())).toEqual([...ids.toSorted().slice(2), read]);
	});

	it("changes nothing without the parameter, and has no updatedAt then", async () => {
		await addTool();
		const [tool] = (await callApi("GET", "/service?limit=1")).body;
		expect(tool).not.toHaveProperty("updatedAt");
	});
});

describe("GET /order?updatedSince=", () => {
	it("has the orders of all customers that were placed, paid, shipped or got another number", async () => {
		const [one = "", other = ""] = await addTools(2);
		const before = await placeLine(rider, one);
		const { line } = await placePaidLine(rider, other);
		let time = await newestTime("/order");
		expect(idsOf((await since("/order", time)).body)).toEqual([]);
		await shipLine(admin, line._id);
		const shipped = (await since("/order", time)).body;
		expect(shipped).toMatchObject([{ _id: line._id, status: "Shipped" }]);
		expect(idsOf(shipped)).not.toContain(before._id);
		time = await newestTime("/order");
		const { body: added } = await callApi("POST", "/shipment", {
			token: admin.token,
			body: { lineIds: [line._id], carrier: "UPS", trackingNumber: "1Z999AA10123456784" },
		});
		expect(idsOf((await since("/order", time)).body)).toEqual([line._id]);
		time = await newestTime("/order");
		const correction = { token: admin.token, body: { trackingNumber: "1Z999AA10123456785" } };
		await callApi("PATCH", `/shipment/${added.insertedId}`, correction);
		const [corrected] = (await since("/order", time)).body;
		expect(corrected.shipment.trackingNumber).toBe("1Z999AA10123456785");
	});

	it("is for those who may see all orders", async () => {
		expect((await since("/order", "2026-01-01T00:00:00Z", rider.token)).status).toBe(403);
		const packer = await signUp({ role: "packer" });
		expect((await since("/order", "2026-01-01T00:00:00Z", packer.token)).status).toBe(403);
	});
});

describe("GET /rating?updatedSince=", () => {
	it("has reviews that were written, answered or shown again, and none that is hidden", async () => {
		const review = await addReview(rider, { toolId: await addTool() });
		const time = await newestTime("/rating");
		const change = (body: object) =>
			callApi("PATCH", `/rating/${review}`, { token: admin.token, body });
		await change({ answer: "Thank you." });
		expect((await since("/rating", time)).body).toMatchObject([
			{ _id: review, answer: { text: "Thank you." } },
		]);
		await change({ hidden: "spam" });
		expect((await since("/rating", time)).body).toEqual([]);
	});
});

describe("a query with updatedSince", () => {
	it.each([
		"yesterday",
		"2026-13-01T00:00:00Z",
		"2027-02-29T00:00:00Z",
		"2026-01-01",
		"1764000000",
	])("is rejected if that is %j", async (time) => {
		expect((await since("/service", time)).status).toBe(422);
	});

	it.each([
		"/service?q=wrench",
		"/service?sort=name",
		"/service?id=any",
		"/order?email=a%40b.test",
		"/order?q=a",
	])("is rejected with what it would ignore: %s", async (path) => {
		const { status, body } = await callApi("GET", `${path}&updatedSince=2026-01-01T00:00:00Z`, {
			token: admin.token,
		});
		expect(status).toBe(422);
		expect(Object.keys(body.error.fields)).toHaveLength(1);
	});
});
