/** What staff change on an order: its delivery, its lines, its e-mails; and orders by telephone. In a shop with shipping by country. */
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PricingConfig } from "../../src/shop/costs/totals.ts";
import { allowConsole } from "../setup/console-guard.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
const shipping: PricingConfig["shipping"] = {
	countries: ["DE", "AT"],
	rates: [
		{ countries: ["DE"], price: 4.9 },
		{ countries: "all", price: 9.5 },
	],
};
const tax: PricingConfig["tax"] = { mode: "included", label: "VAT", percent: 19 };
Object.defineProperty(config, "shipping", { get: () => shipping, enumerable: true });
Object.defineProperty(config, "tax", { get: () => tax, enumerable: true });
const { addTool, callApi, callerOf, newEmail, shipLine, signUp, stockOf } = await import(
	"../helpers/shop.ts"
);
const { beginPayment, checkLedgerAfterEach, expireReservation, intentAtStripe, payByCard } =
	await import("../helpers/payments.ts");
const { reconcile } = await import("../helpers/payment-jobs.ts");
const guests = await import("../helpers/guests.ts");
const { mailTo, tokenIn, withMail } = await import("../helpers/mail.ts");
const { changeOwnDelivery } = await import("../../src/shop/payments/change-order.server.ts");
const { cancelUnpaid } = await import("../../src/shop/payments/close-line.server.ts");
const { unpaidOrders } = await import("../../src/shop/orders/unpaid-orders.server.ts");
const { whyClosedUnpaid } = await import("../../src/shop/orders/orders.server.ts");
const { guestTokenHashes } = await import("../../src/platform/auth/guest-token.ts");
const { openGuestLink } = await import("../../src/shop/orders/guest-link.server.ts");

const realFetch = globalThis.fetch;
let isStripeAway = false;
/** Runs once, after Stripe has done what the next call asks and before the shop has its answer. */
let meanwhile: (() => Promise<unknown>) | undefined;
vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
	if (isStripeAway) throw new TypeError("Network connection lost.");
	const work = meanwhile;
	meanwhile = undefined;
	await work?.();
	return realFetch(...request);
});
afterEach(() => {
	isStripeAway = false;
	meanwhile = undefined;
});
// The next test file loads them in turn, with the shop's own config.
afterAll(() => void vi.resetModules());

checkLedgerAfterEach();

const berlin = { line1: "Invalidenstr. 1", city: "Berlin", postalCode: "10115", country: "DE" };
const vienna = { line1: "Ring 1", city: "Wien", postalCode: "1010", country: "AT" };
type Person = Awaited<ReturnType<typeof signUp>>;

let admin: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

const asStaff = (method: string, path: string, body?: object, headers = {}) =>
	callApi(method, path, { token: admin.token, headers, ...(body && { body }) });

async function place(person: Person, tools: string[]) {
	const lines = tools.map((toolId) => ({ toolId, quantity: 1, price: 25.99 }));
	const body = { lines, phone: "+49 30 1", ...berlin };
	const placed = await callApi("POST", "/checkout", { token: person.token, body });
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return placed.body.order;
}

/** The sums of an order and of its open or paid lines. */
async function sumsOf(id: string) {
	const order = await env.DB.prepare("select * from orders where id = ?")
		.bind(id)
		.first<Record<string, number>>();
	const lines = await env.DB.prepare(
		"select count(*) as count, sum(total_cents) as items, sum(shipping_cents) as shipping, sum(included_tax_cents) as included from order_lines where order_id = ? and closed_at is null",
	)
		.bind(id)
		.first<Record<string, number>>();
	expect(lines?.items).toBe(order?.items_cents);
	expect(lines?.shipping).toBe(order?.shipping_cents);
	expect(lines?.included).toBe(order?.included_tax_cents);
	return { total: order?.total_cents, lines: lines?.count };
}

const deliveryOf = (id: string) =>
	env.DB.prepare("select name, phone, email, line1, country, total_cents from orders where id = ?")
		.bind(id)
		.first();

const actionsOf = async (lineId: string): Promise<string[]> =>
	(await asStaff("GET", `/audit?subject=${lineId}`)).body.map(
		({ action, detail, who }: { action: string; detail: { what?: string }; who?: Person }) =>
			`${action} ${detail.what ?? ""} ${who?.email === admin.email ? "by staff" : ""}`.trim(),
	);

const changeDelivery = (id: string, body: object) =>
	asStaff("PATCH", `/order/${id}/delivery`, body);

describe("the delivery of an order", () => {
	it("is changed at the same price, and the customer gets an e-mail", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool(), await addTool()]);
		const { body } = await withMail(async (sent) => {
			const body = { ...berlin, line1: "Torstr. 5", name: "Ada L", phone: "+49 30 2" };
			const changed = await changeDelivery(order.lines[1]._id, body);
			const mail = await mailTo(sent, rider.email, /delivery/);
			expect(mail.text).toContain("Torstr. 5");
			return changed;
		});
		expect(body).toMatchObject({ modifiedCount: 1, totalPrice: 56.88 });
		expect(await deliveryOf(order._id)).toEqual({
			name: "Ada L",
			phone: "+49 30 2",
			email: rider.email,
			line1: "Torstr. 5",
			country: "DE",
			total_cents: 5688,
		});
		expect(await actionsOf(order.lines[0]._id)).toContain(
			"order.delivery_changed name, phone, address by staff",
		);
		const line = await callApi("GET", `/order/${order.lines[0]._id}`, { token: rider.token });
		expect(line.body).toMatchObject({ UserName: "Ada L", phone: "+49 30 2" });
		expect(line.body.address).toContain("Torstr. 5");
		expect((await changeDelivery(order._id, { name: "Ada L" })).body.modifiedCount).toBe(0);
	});

	it("says what an unpaid order costs at another address, and reprices it once that is accepted", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool(), await addTool()]);
		const payment = await beginPayment(rider, order);
		const asked = await changeDelivery(order._id, vienna);
		expect(asked.body).toMatchObject({ modifiedCount: 0, shippingPrice: 9.5, totalPrice: 61.48 });
		expect((await sumsOf(order._id)).total).toBe(5688);
		expect((await intentAtStripe(payment.id)).status).toBe("requires_payment_method");
		const changed = await changeDelivery(order._id, { ...vienna, totalPrice: 61.48 });
		expect(changed.body).toMatchObject({ modifiedCount: 1, totalPrice: 61.48 });
		expect(await sumsOf(order._id)).toEqual({ total: 6148, lines: 2 });
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		await payByCard(await beginPayment(rider, { _id: order._id, totalPrice: 61.48 }));
		await reconcile();
		expect((await callApi("GET", `/order/${order.lines[0]._id}`, rider)).body.paid).toBe(true);
	});

	it("changes no sum of a paid order, which says what differs", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		await payByCard(await beginPayment(rider, order));
		await reconcile();
		expect((await changeDelivery(order._id, vienna)).body).toMatchObject({
			modifiedCount: 0,
			totalPrice: 35.49,
		});
		const accepted = await changeDelivery(order._id, { ...vienna, totalPrice: 35.49 });
		expect(accepted.body.modifiedCount).toBe(1);
		expect(await sumsOf(order._id)).toEqual({ total: 3089, lines: 1 });
		expect(await deliveryOf(order._id)).toMatchObject({ country: "AT", line1: "Ring 1" });
		await shipLine(admin, order.lines[0]._id);
		expect((await changeDelivery(order._id, { name: "Late" })).body.error.code).toBe(
			"already_shipped",
		);
	});

	it("stays as it was paid if the customer pays in the same moment", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		const payment = await beginPayment(rider, order);
		meanwhile = () => payByCard(payment);
		const changed = await changeDelivery(order._id, { ...vienna, totalPrice: 35.49 });
		expect(changed.body.modifiedCount).toBe(1);
		expect(await sumsOf(order._id)).toEqual({ total: 3089, lines: 1 });
		expect(await deliveryOf(order._id)).toMatchObject({ country: "AT", total_cents: 3089 });
	});

	it("stays while Stripe is away, for what needs another payment", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		await beginPayment(rider, order);
		isStripeAway = true;
		allowConsole(/payments_unavailable/);
		const changed = await changeDelivery(order._id, { ...vienna, totalPrice: 35.49 });
		expect(changed.status).toBe(503);
		expect(await deliveryOf(order._id)).toMatchObject({ country: "DE", total_cents: 3089 });
	});

	it("is checked as at the checkout, and is of an order that is open", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		for (const [body, field] of [
			[{ ...vienna, postalCode: "x" }, "postalCode"],
			[{ ...vienna, country: "CH" }, "country"],
			[{ name: "A\u0000b" }, "name"],
			[{ email: newEmail() }, "email"],
		] as const) {
			const { status, body: answer } = await changeDelivery(order._id, body);
			expect(status).toBe(422);
			expect(Object.keys(answer.error.fields)).toEqual([field]);
		}
		await expireReservation(order._id);
		expect((await changeDelivery(order._id, { name: "Ada" })).body.error.code).toBe("order_closed");
	});

	it("has both of two changes at once", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		const answers = await Promise.all([
			changeDelivery(order._id, { name: "Ada" }),
			changeDelivery(order._id, { phone: "+49 30 9" }),
			changeDelivery(order._id, { ...vienna, totalPrice: 35.49 }),
			asStaff("POST", `/order/${order._id}/line`, { toolId: await addTool(), quantity: 1 }),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
		expect((await sumsOf(order._id)).lines).toBe(2);
	});
});

describe("the e-mail of a guest's order", () => {
	it("is changed, both get an e-mail, and only the link in the new one opens it", async () => {
		const [former, email] = [newEmail(), newEmail()];
		await withMail(async (sent) => {
			const placed = await guests.placeOrder([await addTool()], { ...berlin, email: former });
			const { _id } = placed.order;
			await asStaff("POST", `/order/${_id}/mail`, { mail: "order.placed" });
			const oldLink = tokenIn(await mailTo(sent, former, /please pay/));
			expect((await changeDelivery(_id, { email })).body.modifiedCount).toBe(1);
			const told = await mailTo(sent, former, /e-mail for your/);
			expect(told.text).not.toContain(email);
			const newLink = tokenIn(await mailTo(sent, email, /delivery/));
			const open = async (token: string) => {
				const request = new Request(`https://shop.test/orders/${_id}?token=${token}`);
				return (await openGuestLink(request, _id))?.headers.has("Set-Cookie");
			};
			expect([await open(oldLink), await open(newLink)]).toEqual([false, true]);
			expect(await actionsOf(_id)).toContain("order.delivery_changed email by staff");
		});
	});

	it("joins the account of the new one, if it is paid", async () => {
		const rider = await signUp();
		await guests.verify(rider.email);
		const placed = await guests.placeOrder([await addTool()], berlin);
		await guests.pay(placed);
		expect((await changeDelivery(placed.order._id, { email: rider.email })).body).toMatchObject({
			modifiedCount: 1,
		});
		const { body } = await callApi("GET", "/checkout", { token: rider.token });
		expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([placed.order._id]);
	});
});

describe("what customers change before they pay", () => {
	const guestOf = async ({ cookie }: { cookie: string }) => ({
		user: undefined,
		guestTokenHashes: await guestTokenHashes(new Headers({ Cookie: cookie })),
	});
	/** Makes a request from a network of its own, whose e-mails are counted. */
	const fromNetwork = (address: string) =>
		new Request("https://shop.test", { headers: { "cf-connecting-ip": address } });
	const home = fromNetwork("203.0.113.77");
	const codeOf = (change: Promise<unknown>) =>
		change.then(
			() => "changed",
			({ code }: { code: string }) => code,
		);

	it("is told to the guest's browser and by e-mail until it is paid or cancelled", async () => {
		const email = newEmail();
		await withMail(async (sent) => {
			const placed = await guests.placeOrder([await addTool()], { ...berlin, email });
			const guest = await guestOf(placed);
			tokenIn(await mailTo(sent, email, /please pay/));
			const { _id: id, number } = placed.order;
			expect(await unpaidOrders(guest)).toEqual([[id, String(number), expect.any(Number)]]);
			expect(await unpaidOrders({ user: undefined, guestTokenHashes: ["x"] })).toEqual([]);
			await cancelUnpaid(guest, id);
			expect(await unpaidOrders(guest)).toEqual([]);
		});
	});

	it("gives its items back once, however often it is cancelled", async () => {
		const tool = await addTool({ quantity: 3 });
		const placed = await guests.placeOrder([tool], berlin);
		const guest = await guestOf(placed);
		expect(await stockOf(tool)).toBe(2);
		await Promise.all([1, 2].map(() => codeOf(cancelUnpaid(guest, placed.order._id))));
		await codeOf(cancelUnpaid(guest, placed.order._id));
		expect(await stockOf(tool)).toBe(3);
		// Its payment page and its own lead to the page that says so.
		expect(await whyClosedUnpaid(guest, placed.order._id)).toBe("deleted");
		const change = changeOwnDelivery(guest, placed.order._id, { name: "Ada" }, home);
		expect(await codeOf(change)).toBe("order_closed");
	});

	it("keeps what two tabs change at the same time", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		const buyer = { user: callerOf(rider), guestTokenHashes: [] };
		const changes = [{ ...vienna, totalPrice: 35.49 }, { name: "Ada L" }, { phone: "+43 1 2" }];
		const codes = changes.map((change) =>
			codeOf(changeOwnDelivery(buyer, order._id, change, home)),
		);
		expect(await Promise.all(codes)).toEqual(["changed", "changed", "changed"]);
		expect(await deliveryOf(order._id)).toMatchObject({
			name: "Ada L",
			phone: "+43 1 2",
			country: "AT",
			total_cents: 3549,
		});
	});

	it("reprices the order once the new total is accepted, for its buyer alone", async () => {
		const placed = await guests.placeOrder([await addTool()], berlin);
		const { _id: id } = placed.order;
		const guest = await guestOf(placed);
		const stranger = { user: undefined, guestTokenHashes: ["x"] };
		expect(await codeOf(changeOwnDelivery(stranger, id, vienna, home))).toBe("not_found");
		expect(await codeOf(cancelUnpaid(stranger, id))).toBe("not_found");
		expect(await changeOwnDelivery(guest, id, vienna, home)).toMatchObject({
			modifiedCount: 0,
			totalPrice: 35.49,
		});
		const accepted = { ...vienna, totalPrice: 35.49 };
		expect(await changeOwnDelivery(guest, id, accepted, home)).toMatchObject({ modifiedCount: 1 });
		expect(await sumsOf(id)).toEqual({ total: 3549, lines: 1 });
	});

	it("loses to a payment in the same moment, and to the end of the reservation", async () => {
		const rider = await signUp();
		const order = await place(rider, [await addTool()]);
		const buyer = { user: callerOf(rider), guestTokenHashes: [] };
		const payment = await beginPayment(rider, order);
		meanwhile = () => payByCard(payment);
		const accepted = { ...vienna, totalPrice: 35.49 };
		expect(await codeOf(changeOwnDelivery(buyer, order._id, accepted, home))).toBe("already_paid");
		expect(await deliveryOf(order._id)).toMatchObject({ country: "DE", total_cents: 3089 });
		expect(await codeOf(cancelUnpaid(buyer, order._id))).toBe("already_paid");
		const late = await place(rider, [await addTool()]);
		await expireReservation(late._id);
		expect(await codeOf(changeOwnDelivery(buyer, late._id, { name: "Ada" }, home))).toBe(
			"order_closed",
		);
	});

	it("sends the link to a guest's new e-mail alone, and that within the limits", async () => {
		const [former, email] = [newEmail(), newEmail()];
		await withMail(async (sent) => {
			const placed = await guests.placeOrder([await addTool()], { ...berlin, email: former });
			const guest = await guestOf(placed);
			const { _id: id } = placed.order;
			expect(await changeOwnDelivery(guest, id, { email }, home)).toMatchObject({
				modifiedCount: 1,
			});
			const link = tokenIn(await mailTo(sent, email, /delivery/));
			const opened = await openGuestLink(new Request(`https://shop.test/?token=${link}`), id);
			expect(opened?.headers.has("Set-Cookie")).toBe(true);
			// The cookie of the former e-mail opens nothing any more.
			expect(await codeOf(changeOwnDelivery(guest, id, { name: "Ada" }, home))).toBe("not_found");
			const corrected = await guestOf({ cookie: `cogsmith.guest=${link}` });
			env.MAILS_A_DAY_NETWORK = "1";
			const again = changeOwnDelivery(corrected, id, { email: newEmail() }, home);
			expect(await codeOf(again)).toBe("too_many");
			delete env.MAILS_A_DAY_NETWORK;
			// What sends no e-mail has no such limit.
			expect(await codeOf(changeOwnDelivery(corrected, id, { name: "Ada" }, home))).toBe("changed");
		});
	});

	it("gives no order to an e-mail that can't place one", async () => {
		const { email } = await signUp();
		await guests.verify(email);
		await env.DB.prepare("update users set blocked_at = 1 where email = ?").bind(email).run();
		const placed = await guests.placeOrder([await addTool()], berlin);
		const change = changeOwnDelivery(await guestOf(placed), placed.order._id, { email }, home);
		expect(await codeOf(change)).toBe("too_many_open");
		expect((await deliveryOf(placed.order._id))?.email).not.toBe(email);
	});
});

const addLine = (id: string, body: object) => asStaff("POST", `/order/${id}/line`, body);

describe("a line that is added", () => {
	it("takes its stock and reprices the order, whose payment is cancelled", async () => {
		const rider = await signUp();
		const [tool, other] = [await addTool(), await addTool({ quantity: 3 })];
		const order = await place(rider, [tool]);
		const payment = await beginPayment(rider, order);
		const added = await addLine(order._id, { toolId: other, quantity: 2 });
		expect([added.status, added.body.totalPrice]).toEqual([201, 82.87]);
		expect(await sumsOf(order._id)).toEqual({ total: 8287, lines: 2 });
		expect(await stockOf(other)).toBe(1);
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect(await actionsOf(added.body.insertedId)).toEqual(["order.line_added  by staff"]);
		// The order had one line, whose id is its own.
		const removed = await callApi("DELETE", `/order?id=${order._id}`, { token: rider.token });
		expect(removed.body).toEqual({ deletedCount: 1 });
		expect(await sumsOf(order._id)).toEqual({ total: 5688, lines: 1 });
		await payByCard(await beginPayment(rider, { _id: order._id, totalPrice: 56.88 }));
		await reconcile();
		expect((await addLine(order._id, { toolId: other, quantity: 1 })).body.error.code).toBe(
			"already_paid",
		);
	});

	it("is of a tool that is sold, in stock and of its minimum", async () => {
		const order = await place(await signUp(), [await addTool()]);
		const few = await addTool({ quantity: 3, minOrderQuantity: 2 });
		for (const [toolId, quantity, code] of [
			[few, 4, "out_of_stock"],
			[few, 1, "invalid"],
			["unknown", 1, "not_found"],
		] as const) {
			expect((await addLine(order._id, { toolId, quantity })).body.error.code).toBe(code);
		}
		expect((await addLine("unknown", { toolId: few, quantity: 2 })).status).toBe(404);
		expect(await sumsOf(order._id)).toEqual({ total: 3089, lines: 1 });
	});

	it("is not added if the customer pays in the same moment, or Stripe is away", async () => {
		const rider = await signUp();
		const [order, tool] = [await place(rider, [await addTool()]), await addTool()];
		const payment = await beginPayment(rider, order);
		isStripeAway = true;
		allowConsole(/payments_unavailable/);
		expect((await addLine(order._id, { toolId: tool, quantity: 1 })).status).toBe(503);
		isStripeAway = false;
		meanwhile = () => payByCard(payment);
		const { body } = await addLine(order._id, { toolId: tool, quantity: 1 });
		expect(body.error.code).toBe("already_paid");
		expect(await sumsOf(order._id)).toEqual({ total: 3089, lines: 1 });
	});

	it("takes the last piece once", async () => {
		const last = await addTool({ quantity: 1 });
		const orders = await Promise.all(
			[1, 2, 3].map(async () => place(await signUp(), [await addTool()])),
		);
		const answers = await Promise.all(
			orders.map(({ _id }) => addLine(_id, { toolId: last, quantity: 1 })),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
	});
});

describe("the quantity of a line", () => {
	it("changes with its stock, at the price of the line, and reprices the order", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const order = await place(rider, [tool, await addTool()]);
		const [line] = order.lines;
		const payment = await beginPayment(rider, order);
		await env.DB.prepare("update tools set regular_price_cents = 9999 where id = ?")
			.bind(tool)
			.run();
		for (const [quantity, total, left] of [
			[5, 16_084, 0],
			[2, 8287, 3],
			[2, 8287, 3],
		] as const) {
			const changed = await addLine(order._id, { toolId: tool, quantity });
			expect([changed.status, changed.body]).toEqual([
				201,
				{ insertedId: line._id, totalPrice: total / 100 },
			]);
			expect(await sumsOf(order._id)).toEqual({ total, lines: 2 });
			expect(await stockOf(tool)).toBe(left);
		}
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect((await actionsOf(line._id)).slice(0, 2)).toEqual([
			"order.quantity_changed  by staff",
			"order.quantity_changed  by staff",
		]);
		for (const [quantity, code] of [
			[6, "out_of_stock"],
			[0, "invalid"],
		] as const) {
			const { body } = await addLine(order._id, { toolId: tool, quantity });
			expect(body.error.code).toBe(code);
		}
		await payByCard(await beginPayment(rider, { _id: order._id, totalPrice: 82.87 }));
		await reconcile();
		const paid = await addLine(order._id, { toolId: tool, quantity: 1 });
		expect(paid.body.error.code).toBe("already_paid");
	});

	it("takes the last piece once", async () => {
		const tool = await addTool({ quantity: 3 });
		const orders = [await place(await signUp(), [tool]), await place(await signUp(), [tool])];
		const answers = await Promise.all(
			orders.map(({ _id }) => addLine(_id, { toolId: tool, quantity: 2 })),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
		expect(await stockOf(tool)).toBe(0);
	});
});

const resend = (id: string, mail: string) => asStaff("POST", `/order/${id}/mail`, { mail });

describe("an e-mail that is sent again", () => {
	it("is of what has happened, once in five minutes", async () => {
		const rider = await signUp();
		await withMail(async (sent) => {
			const order = await place(rider, [await addTool(), await addTool()]);
			for (const mail of ["order.paid", "order.shipped", "order.refunded"]) {
				expect((await resend(order._id, mail)).body.error.code).toBe("no_mail");
			}
			expect((await resend(order.lines[1]._id, "order.placed")).body).toEqual({ modifiedCount: 1 });
			await mailTo(sent, rider.email, /please pay/);
			const again = await resend(order._id, "order.placed");
			expect([again.status, again.body.error.code]).toEqual([429, "too_many"]);
			await payByCard(await beginPayment(rider, order));
			await reconcile();
			await env.DB.prepare("update outbox set created_at = created_at - 300001").run();
			expect((await resend(order._id, "order.paid")).status).toBe(200);
			await vi.waitFor(() => {
				expect(sent.filter(({ subject }) => /receipt/i.test(subject))).toHaveLength(2);
			});
			expect(await actionsOf(order.lines[0]._id)).toContain(
				"order.mail_resent order.paid by staff",
			);
			const shipped = await asStaff("POST", "/shipment", {
				lineIds: order.lines.map(({ _id }: { _id: string }) => _id),
				carrier: "DHL",
				trackingNumber: "77",
			});
			expect(shipped.status).toBe(201);
			await env.DB.prepare("update outbox set created_at = created_at - 300001").run();
			expect((await resend(order._id, "order.shipped")).body).toEqual({ modifiedCount: 1 });
			expect((await mailTo(sent, rider.email, /on its way/)).text).toContain("77");
			const refunded = await asStaff("POST", `/order/${order.lines[0]._id}/refund`, {
				reason: "other",
			});
			expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
			await env.DB.prepare("update outbox set created_at = created_at - 300001").run();
			expect((await resend(order._id, "order.refunded")).body).toEqual({ modifiedCount: 1 });
		});
		expect((await resend("unknown", "order.paid")).status).toBe(404);
	});
});

describe("an order by telephone", () => {
	const order = async (fields: object, key: string = crypto.randomUUID()) =>
		asStaff(
			"POST",
			"/order/phone",
			{
				lines: [{ toolId: await addTool(), quantity: 1, price: 25.99 }],
				name: "Ada",
				phone: "+49 30 1",
				email: newEmail(),
				...berlin,
				...fields,
			},
			{ "Idempotency-Key": key },
		);

	it("is reserved for a week, and is paid by the link in its e-mail", async () => {
		const email = newEmail();
		const { id, link } = await withMail(async (sent) => {
			const placed = await order({ email, sendsLink: true });
			expect(placed.status, JSON.stringify(placed.body)).toBe(201);
			const mail = await mailTo(sent, email, /please pay/);
			return { id: placed.body.insertedId, link: tokenIn(mail) };
		});
		const row = await env.DB.prepare(
			"select origin, user_id, expires_at - created_at as hold from orders where id = ?",
		)
			.bind(id)
			.first();
		expect(row).toEqual({ origin: "phone", user_id: null, hold: 7 * 24 * 60 * 60_000 });
		expect(await actionsOf(id)).toEqual(["order.placed  by staff"]);
		const request = new Request(`https://shop.test/payment/${id}?token=${link}`);
		const opened = await openGuestLink(request, id);
		const [cookie = ""] = opened?.headers.get("Set-Cookie")?.split(";") ?? [];
		const { body } = await guests.callAsGuest("GET", `/order/${id}`, { cookie });
		await guests.pay({ order: { _id: id, totalPrice: 30.89, lines: [body] }, cookie });
		expect(await sumsOf(id)).toEqual({ total: 3089, lines: 1 });
	});

	it("is that of the account with the e-mail, if it is verified", async () => {
		const [verified, unverified] = [await signUp(), await signUp()];
		await guests.verify(verified.email);
		const ownerOf = async ({ email }: Person) => {
			const { body } = await order({ email });
			return (await guests.rowOf(body.insertedId))?.user_id;
		};
		expect([await ownerOf(verified), await ownerOf(unverified)]).toEqual([verified.id, null]);
		await env.DB.prepare("update users set blocked_at = 1 where id = ?").bind(verified.id).run();
		expect((await order({ email: verified.email })).body.error.code).toBe("account_blocked");
	});

	it("has no limits of open orders, and is placed once for a key", async () => {
		const email = newEmail();
		for (let count = 0; count < 5; count += 1) expect((await order({ email })).status).toBe(201);
		const toolId = await addTool();
		const lines = [{ toolId, quantity: 1, price: 25.99 }];
		const both = await Promise.all([
			order({ email, lines }, "twice"),
			order({ email, lines }, "twice"),
		]);
		expect(new Set(both.map(({ body }) => body.insertedId)).size).toBe(1);
		expect((await order({ lines: [{ toolId, quantity: 1, price: 1 }] })).status).toBe(409);
		expect((await order({ name: "" })).status).toBe(422);
	});
});
