/** The audit of who changed what: written in the same batch as the change, read by administrators only. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	closeOrderDirectly,
	deliverEvent,
	eventOf,
	expireReservation,
	payByCard,
	reportPayment,
} from "../helpers/payments.ts";
import {
	addTool,
	archiveTool,
	callApi,
	insertImage,
	listAllPages,
	orderBody,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = [await signUp({ role: "admin" }), await signUp()];
	await insertImage(image, rider);
});

const image = `/images/${"0123456789abcdef".repeat(2)}`;

/** The audit entries of a subject as GET /audit returns them, oldest first. */
async function auditOf(subject: string) {
	const { status, body } = await callApi("GET", `/audit?subject=${subject}`, {
		token: admin.token,
	});
	expect(status).toBe(200);
	return body.toReversed();
}

const actionsOf = async (subject: string) =>
	(await auditOf(subject)).map(({ action }: { action: string }) => action);

const callAsAdmin = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });

describe("the audit of a tool", () => {
	it("lists every change from adding to deleting, with values before and after", async () => {
		const tool = { name: "Spoke key", description: "Turns.", minOrderQuantity: 2, quantity: 9 };
		const added = await callAsAdmin("POST", "/service", { ...tool, image, price: 12.5 });
		const id = added.body.insertedId;
		await callAsAdmin("PUT", `/service?id=${id}`, { price: 13, quantity: 9, minOrderQuantity: 1 });
		await callAsAdmin("PUT", `/service/${id}`, { quantity: 4 });
		await callAsAdmin("DELETE", `/service?id=${id}`);
		const history = await auditOf(id);
		expect(history.map(({ action, detail }: AuditEvent) => [action, detail])).toEqual([
			["tool.added", { name: "Spoke key", priceCents: 1250, quantity: 9, minOrderQuantity: 2 }],
			[
				"tool.changed",
				{
					name: "Spoke key",
					quantityWas: 9,
					quantity: 9,
					priceCentsWas: 1250,
					priceCents: 1300,
					minOrderQuantityWas: 2,
					minOrderQuantity: 1,
				},
			],
			["tool.changed", { name: "Spoke key", quantityWas: 9, quantity: 4 }],
			["tool.deleted", { name: "Spoke key", quantity: 4, priceCents: 1300 }],
		]);
		for (const { who: actor } of history)
			expect(actor).toEqual({ name: admin.name, email: admin.email });
	});

	it("has no entry when nothing changes", async () => {
		const id = await addTool({ quantity: 5, minOrderQuantity: 2, priceCents: 1000 });
		const same = { price: 10, quantity: 5, minOrderQuantity: 2 };
		const unchanged = { status: 200, body: { modifiedCount: 0 } };
		expect(await callAsAdmin("PUT", `/service?id=${id}`, same)).toMatchObject(unchanged);
		expect(await callAsAdmin("PUT", `/service/${id}`, { quantity: 5 })).toMatchObject(unchanged);
		const seen = { quantity: 5, quantityWas: 5 };
		expect(await callAsAdmin("PUT", `/service/${id}`, seen)).toMatchObject(unchanged);
		expect(await auditOf(id)).toEqual([]);
	});

	it("has no entry when the change is rejected", async () => {
		const id = await addTool({ quantity: 5 });
		const stale = { quantity: 7, quantityWas: 6 };
		expect((await callAsAdmin("PUT", `/service/${id}`, stale)).status).toBe(409);
		expect((await callAsAdmin("PUT", `/service/${id}`, { quantity: -1 })).status).toBe(422);
		await archiveTool(id);
		expect((await callAsAdmin("PUT", `/service/${id}`, { quantity: 7 })).status).toBe(404);
		expect((await callAsAdmin("DELETE", `/service?id=${id}`)).status).toBe(404);
		expect(await auditOf(id)).toEqual([]);
	});

	it("has an entry when deleting only archives the tool, because orders refer to it", async () => {
		const id = await addTool();
		await placeLine(rider, id);
		expect((await callAsAdmin("DELETE", `/service?id=${id}`)).body).toEqual({ deletedCount: 1 });
		expect(await actionsOf(id)).toEqual(["tool.deleted"]);
	});
});

describe("the audit of a role", () => {
	it("has one entry per change, with the user looked up when it is read", async () => {
		const person = await signUp({ verified: true });
		const path = encodeURIComponent(person.email);
		for (const call of ["admin", "admin", "removeAdmin", "removeAdmin"]) {
			expect((await callAsAdmin("PUT", `/user/${call}/${path}`)).status).toBe(200);
		}
		const history = await auditOf(person.id);
		expect(history.map(({ action }: AuditEvent) => action)).toEqual([
			"user.made_admin",
			"user.removed_admin",
		]);
		for (const { detail, who: actor, whom } of history) {
			expect([detail, actor.email, whom.email]).toEqual([{}, admin.email, person.email]);
		}
	});
});

describe("the audit of an order", () => {
	it("lists that the customer placed and paid it and the administrator shipped it", async () => {
		const id = await addTool({ name: "Cone wrench", quantity: 5, priceCents: 1000 });
		const line = await placeLine(rider, id, 2);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		expect((await reportPayment(rider, line, payment.id)).body.paid).toBe(true);
		await reportPayment(rider, line, payment.id);
		await deliverEvent(await eventOf(payment.id));
		for (const modifiedCount of [1, 0]) {
			const shipped = await callAsAdmin("PUT", `/order?id=${line._id}`, { status: "Shipped" });
			expect(shipped.body).toEqual({ modifiedCount });
		}
		const history = await auditOf(line._id);
		expect(history.map(({ action, who }: AuditEvent) => [action, who?.email])).toEqual([
			["order.placed", rider.email],
			["order.paid", rider.email],
			["order.shipped", admin.email],
		]);
		for (const { detail } of history) {
			expect(detail).toEqual({ name: "Cone wrench", quantity: 2, cents: 2000 });
		}
	});

	it("has one entry when the same request is sent twice", async () => {
		const id = await addTool({ quantity: 5 });
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const place = () =>
			callApi("POST", "/order", { token: rider.token, body: orderBody(id), headers });
		const [first, second] = [await place(), await place()];
		expect(second.body.insertedId).toBe(first.body.insertedId);
		expect(await actionsOf(first.body.insertedId)).toEqual(["order.placed"]);
	});

	it("has no entry when placing is rejected", async () => {
		const id = await addTool({ quantity: 1 });
		const before = await callAsAdmin("GET", "/audit?kind=order&limit=1");
		const rejected = await callApi("POST", "/order", {
			token: rider.token,
			body: orderBody(id, { quantity: 2 }),
		});
		expect(rejected.status).toBe(409);
		expect((await callAsAdmin("GET", "/audit?kind=order&limit=1")).body).toEqual(before.body);
	});

	it("names who deleted it, or the shop itself when it expired", async () => {
		const id = await addTool({ quantity: 5 });
		const [first, second] = [await placeLine(rider, id), await placeLine(rider, id)];
		await callAsAdmin("DELETE", `/order?id=${first._id}`);
		expect((await auditOf(first._id)).at(-1)).toMatchObject({
			action: "order.deleted",
			who: { email: admin.email },
		});
		await expireReservation(second._id);
		await reconcile();
		await reconcile();
		const [, expired, ...more] = await auditOf(second._id);
		expect([expired.action, expired.who, more]).toEqual(["order.expired", undefined, []]);
	});

	it("lists a payment the shop found, a refund due and the refund paid, each once", async () => {
		const id = await addTool({ quantity: 5 });
		const line = await placeLine(rider, id, 2);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await closeOrderDirectly(line._id);
		for (const _ of [1, 2]) await deliverEvent(await eventOf(payment.id));
		await reconcile();
		const history = await auditOf(line._id);
		expect(history.slice(1).map(({ action, who }: AuditEvent) => [action, who])).toEqual([
			["order.refund_owed", undefined],
			["order.refunded", undefined],
		]);
		for (const { detail } of history) expect(detail).toMatchObject({ quantity: 2, cents: 5198 });

		const another = await placeLine(rider, id);
		const found = await beginPayment(rider, another);
		await payByCard(found);
		await reconcile();
		const settled = await placeLine(rider, id);
		const reported = await beginPayment(rider, settled);
		await payByCard(reported);
		for (const _ of [1, 2]) await deliverEvent(await eventOf(reported.id));
		for (const { _id } of [another, settled]) {
			const [, paid, ...more] = await auditOf(_id);
			expect([paid.action, paid.who, more]).toEqual(["order.paid", undefined, []]);
		}
	});
});

interface AuditEvent {
	_id: string;
	action: string;
	detail: object;
	who?: { email: string };
}

describe("a change and its audit entry are written together or not at all", () => {
	/** Makes every insert into the audit fail. */
	async function whileNothingIsRecorded<T>(work: () => Promise<T>): Promise<T> {
		await env.DB.prepare(
			"create trigger no_records before insert on audit begin select raise(abort, 'no records'); end",
		).run();
		try {
			return await work();
		} finally {
			await env.DB.prepare("drop trigger no_records").run();
		}
	}

	const toolNow = (id: string) =>
		env.DB.prepare("select quantity, archived_at from tools where id = ?").bind(id).first();

	it("for tools and roles", async () => {
		allowConsole(/no records/);
		const id = await addTool({ quantity: 5 });
		const person = await signUp({ verified: true });
		const before = await toolNow(id);
		await whileNothingIsRecorded(async () => {
			expect((await callAsAdmin("PUT", `/service/${id}`, { quantity: 7 })).status).toBe(500);
			expect((await callAsAdmin("DELETE", `/service?id=${id}`)).status).toBe(500);
			const path = `/user/admin/${encodeURIComponent(person.email)}`;
			expect((await callAsAdmin("PUT", path)).status).toBe(500);
		});
		expect(await toolNow(id)).toEqual(before);
		const role = env.DB.prepare("select role from users where id = ?").bind(person.id);
		expect(await role.first("role")).toBe("user");
	});

	it("for orders", async () => {
		allowConsole(/no records/);
		const id = await addTool({ quantity: 5 });
		const placed = await placeLine(rider, id, 2);
		await whileNothingIsRecorded(async () => {
			const another = await callApi("POST", "/order", { token: rider.token, body: orderBody(id) });
			expect(another.status).toBe(500);
			const gone = await callApi("DELETE", `/order?id=${placed._id}`, { token: rider.token });
			expect(gone.status).toBe(500);
		});
		expect(await toolNow(id)).toMatchObject({ quantity: 3 });
		const open = await callApi("GET", `/order/${placed._id}`, { token: rider.token });
		expect(open.status).toBe(200);
	});
});

describe("GET /audit", () => {
	it("is for administrators", async () => {
		expect((await callApi("GET", "/audit")).status).toBe(401);
		expect((await callApi("GET", "/audit", { token: rider.token })).status).toBe(403);
	});

	it("is newest first, and its pages neither skip nor repeat an entry", async () => {
		const id = await addTool({ quantity: 1 });
		for (const quantity of [2, 3, 4, 5, 6])
			await callAsAdmin("PUT", `/service/${id}`, { quantity });
		const pages = await listAllPages(`/audit?subject=${id}&limit=2`, admin.token);
		expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
		const entries: AuditEvent[] = pages.flat();
		expect(new Set(entries.map(({ _id }) => _id)).size).toBe(5);
		expect((await auditOf(id)).map(({ _id }: AuditEvent) => _id)).toEqual(
			entries.map(({ _id }) => _id).toReversed(),
		);
	});

	it("filters by one kind and rejects an unknown kind", async () => {
		const id = await addTool({ quantity: 1 });
		await callAsAdmin("PUT", `/service/${id}`, { quantity: 2 });
		await placeLine(rider, id);
		const person = await signUp({ verified: true });
		await callAsAdmin("PUT", `/user/admin/${encodeURIComponent(person.email)}`);
		for (const kind of ["tool", "order", "user"]) {
			const { body } = await callAsAdmin("GET", `/audit?kind=${kind}`);
			expect(body.length).toBeGreaterThan(0);
			for (const { action } of body) expect(action).toMatch(new RegExp(`^${kind}\\.`));
		}
		expect((await callAsAdmin("GET", `/audit?kind=order&subject=${id}`)).body).toEqual([]);
		expect((await callAsAdmin("GET", "/audit?kind=mail")).status).toBe(422);
	});

	it("contains no personal data of customers", async () => {
		const id = await addTool();
		await placeLine(rider, id);
		const { results } = await env.DB.prepare("select detail from audit").all<{ detail: string }>();
		const details = results.map(({ detail }) => detail).join();
		for (const personal of [rider.email, rider.name, admin.email, "Test Street", "555"]) {
			expect(details).not.toContain(personal);
		}
	});
});
