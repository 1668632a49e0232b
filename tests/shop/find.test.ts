/** What administrators find by a few letters. What that costs: tests/worker/find.test.ts. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import type { Found } from "../../src/shop/find/find.ts";
import { listUsers } from "../../src/shop/users/users.server.ts";
import { closeOrderDirectly, placePaidLine } from "../helpers/payments.ts";
import { addTool, archiveTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
});

async function find(q: string): Promise<Found> {
	const reply = await callApi("GET", `/find?q=${encodeURIComponent(q)}`, { token: admin.token });
	expect(reply.status).toBe(200);
	return reply.body;
}

it("finds an order by number, payment, customer, tool and tracking number, and its customer", async () => {
	const tool = await addTool({ name: "Findable freewheel remover" });
	const { line, payment } = await placePaidLine(rider, tool, 2);
	const trackingNumber = "RR 123456785 CH";
	await callApi("POST", "/shipment", {
		token: admin.token,
		body: { lineIds: [line._id], carrier: "Post", trackingNumber },
	});
	const { order_id: orderId } = (await env.DB.prepare(
		"select order_id from order_lines where id = ?",
	)
		.bind(line._id)
		.first<{ order_id: string }>()) ?? { order_id: "" };
	const found = {
		_id: line._id,
		orderId,
		orderNumber: line.orderNumber,
		name: "Findable freewheel remover",
		quantity: 2,
		UserName: rider.name,
		email: rider.email,
		state: "Shipped",
	};
	const number = String(line.orderNumber);
	const texts = [
		number,
		`#${number}`,
		line._id,
		orderId.slice(0, 9),
		payment.id,
		rider.email,
		"freewheel REM",
	];
	for (const q of [...texts, "rr 1234", ` ${trackingNumber} `])
		expect((await find(q)).orders, q).toEqual([found]);
	expect((await find(rider.email)).users).toEqual([
		{ _id: rider.id, email: rider.email, name: rider.name },
	]);
	expect((await find("freewheel rem")).tools).toEqual([
		{ _id: tool, name: "Findable freewheel remover", quantity: expect.any(Number) },
	]);
	await closeOrderDirectly(line._id);
	await archiveTool(tool);
	expect(await find("Findable")).toEqual({ orders: [], tools: [], users: [] });
	expect((await find("rr 1234")).orders).toEqual([]);
	expect((await find('"*')).orders).toEqual([]);
});

it("finds a guest who has paid, by the beginning of the name or e-mail", async () => {
	await env.DB.exec(
		"insert into guests values ('grace@b.test', 'Grace', 0, 2, 0), ('gracious@b.test', 'Gracious', 0, 0, 0)",
	);
	const guest = { _id: "grace@b.test", email: "grace@b.test", name: "Grace" };
	for (const q of ["grac", "GRACE@b"]) expect((await find(q)).users).toEqual([guest]);
});

it("finds an e-mail as it was typed, or in ASCII, account or guest", async () => {
	const account = { id: rider.id, email: "ann@xn--bcher-kva.test" };
	await env.DB.exec(
		`update users set email = '${account.email}' where id = '${account.id}'; insert into guests values ('guest@xn--bcher-kva.test', 'Guest', 0, 2, 0)`,
	);
	for (const q of ["ann@bücher.test", "ANN@BÜCHER", "ann@xn--bcher-kva.test"])
		expect(
			(await find(q)).users.map(({ _id }) => _id),
			q,
		).toEqual([account.id]);
	for (const q of ["guest@bücher.test", "Guest@Bücher."])
		expect(
			(await find(q)).users.map(({ _id }) => _id),
			q,
		).toEqual(["guest@xn--bcher-kva.test"]);
	const list = await listUsers(
		{ ...callerOf(admin), role: "admin" },
		{ limit: 5, cursor: undefined, q: "@bücher.test" },
	);
	expect(list.users.map(({ email }) => email)).toEqual([account.email]);
});

it("rejects an empty search", async () => {
	const reply = await callApi("GET", "/find?q=%20", { token: admin.token });
	expect(reply.status).toBe(422);
});
