/** One visitor with invented e-mails and streets reserves stock, by each way to place an order, and a proved buyer can still buy. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as checkoutMessages from "../../../src/messages/checkout.ts";
import { countAttempt } from "../../../src/platform/auth/account-attempts.ts";
import { proveEmail } from "../../../src/platform/auth/email-verification.ts";
import { hashNetwork } from "../../../src/platform/auth/network.ts";
import { limitNames } from "../../../src/platform/settings/settings-schema.ts";
import {
	placeBasicOrder,
	readCheckoutForm,
} from "../../../src/shop/orders/basic-checkout.server.ts";
import {
	countToRelease,
	releaseOrders,
	selectBusyNetworks,
	selectUsedShares,
} from "../../../src/shop/orders/release-orders.server.ts";
import { linesOf, requestOrder as requestAsUser, toolPrice } from "../../helpers/checkouts.ts";
import { contact, newAddress, placeOrder, requestOrder, rowOf } from "../../helpers/guests.ts";
import { newIpAddress } from "../../helpers/ip-address.ts";
import { type SentMail, withMail } from "../../helpers/mail.ts";
import { reconcile } from "../../helpers/payment-jobs.ts";
import {
	addBundle,
	addTool,
	callApi,
	callAuth,
	newEmail,
	origin,
	password,
	signUp,
	stockOf,
} from "../../helpers/shop.ts";

// The default limits.
beforeEach(() => {
	for (const name of limitNames) env[name] = "";
});

const from = (address: string) => ({ "CF-Connecting-IP": address });

/** The ways to order without a proved e-mail. Each returns the status. */
const ways: Record<string, (tool: string, address: string) => Promise<number>> = {
	"as guests": async (tool, address) =>
		(await requestOrder({ lines: linesOf([tool]) }, { headers: from(address) })).status,
	"by the form without JavaScript": async (tool, address) => {
		const form = new URLSearchParams({
			...contact,
			...newAddress(),
			email: newEmail(),
			key: crypto.randomUUID(),
			line: `${tool}.1.${toolPrice}`,
		});
		const request = new Request(`${origin}/cart/checkout`, { headers: from(address) });
		return placeBasicOrder(
			{ ...readCheckoutForm(form), lines: [{ toolId: tool, quantity: 1, price: toolPrice }] },
			request,
		).then(
			() => 201,
			({ status }) => status,
		);
	},
	"by signing up": async (tool, address) => {
		const person = await signUp();
		return (await requestAsUser(person, linesOf([tool]), {}, from(address))).status;
	},
};

describe.each(Object.entries(ways))("a visitor who orders %s", (_, order) => {
	it("gets ten orders from one network, and half of the stock from many", async () => {
		const network = newIpAddress();
		const plenty = await addTool({ quantity: 1000 });
		const statuses = [];
		for (let n = 0; n < 12; n += 1) statuses.push(await order(plenty, network));
		expect(statuses).toEqual([...Array(10).fill(201), 409, 409]);
		const scarce = await addTool({ quantity: 10 });
		const placed = await Promise.all(
			Array.from({ length: 12 }, () => order(scarce, newIpAddress())),
		);
		expect(placed.filter((status) => status === 201)).toHaveLength(5);
		expect(await stockOf(scarce)).toBe(5);
		// One who has proved the e-mail buys what is left, in the attacker's network too.
		const proved = await signUp({ verified: true });
		expect((await requestAsUser(proved, linesOf([scarce], 5), {}, from(network))).status).toBe(201);
	});
});

it("says until when the last ones are reserved, and reserves a tool's smallest order all the same", async () => {
	const tool = await addTool({ quantity: 3 });
	const first = await placeOrder([tool], {}, { headers: from(newIpAddress()) });
	const refused = await requestOrder({ lines: linesOf([tool]) });
	expect(refused.body.error.code).toBe("last_reserved");
	expect(refused.body.error.fields["lines.0.quantity"]).toMatch(
		/^The last ones are reserved until .+\. Sign in with a verified e-mail to order them now, or come back then\.$/,
	);
	const tooMany = await requestOrder({ lines: linesOf([await addTool({ quantity: 3 })], 3) });
	expect(tooMany.body.error.fields).toEqual({
		"lines.0.quantity": checkoutMessages.lastReserved(undefined),
	});
	const dozens = await addTool({ quantity: 12, minOrderQuantity: 12 });
	expect((await requestOrder({ lines: linesOf([dozens], 12) })).status).toBe(201);
	const holdMs = Date.parse(first.order.expiresAt) - Date.parse(first.order.createdAt);
	expect(holdMs).toBe(30 * 60_000);
});

describe("a kit", () => {
	const orderKits = async (kit: string, quantity = 1) => {
		const lines = [{ toolId: kit, quantity, price: toolPrice }];
		const { status, body } = await requestOrder({ lines }, { headers: from(newIpAddress()) });
		return status === 201 ? 201 : body.error.code;
	};

	it("counts for each of its parts", async () => {
		const [chain, pins] = [await addTool({ quantity: 20 }), await addTool({ quantity: 8 })];
		const kit = await addBundle([
			[chain, 1],
			[pins, 2],
		]);
		// Half of the eight pins: two kits.
		expect([await orderKits(kit), await orderKits(kit)]).toEqual([201, 201]);
		expect(await orderKits(kit)).toBe("last_reserved");
		expect((await requestOrder({ lines: linesOf([pins]) })).body.error.code).toBe("last_reserved");
		expect((await requestOrder({ lines: linesOf([chain]) })).status).toBe(201);
		expect([await stockOf(chain), await stockOf(pins)]).toEqual([17, 4]);
	});

	it("can be ordered in its smallest number, once, although that is above the share of a part", async () => {
		const part = await addTool({ quantity: 7 });
		const kit = await addBundle([[part, 3]], { minOrderQuantity: 2 });
		expect((await requestOrder({ lines: linesOf([part], 6) })).body.error.code).toBe(
			"last_reserved",
		);
		expect(await orderKits(kit, 2)).toBe(201);
		expect((await requestOrder({ lines: linesOf([part]) })).body.error.code).toBe("last_reserved");
	});
});

it("leaves orders that staff take by phone alone: limits, share, hold and release", async () => {
	const [admin, tool, since] = [await signUp({ role: "admin" }), await addTool(), new Date()];
	const address = newIpAddress();
	const takeOrder = (quantity: number) =>
		callApi("POST", "/order/phone", {
			token: admin.token,
			headers: { ...from(address), "Idempotency-Key": crypto.randomUUID() },
			body: {
				lines: linesOf([tool], quantity),
				...contact,
				...newAddress(),
				email: newEmail(),
			},
		});
	for (let n = 0; n < 5; n += 1)
		await placeOrder([tool], {}, { headers: from(n < 4 ? address : newIpAddress()) });
	// Unproved buyers hold their half: staff sell from the other, and hold no more of the share by it.
	const taken = await takeOrder(4);
	expect(taken.status, JSON.stringify(taken.body)).toBe(201);
	const row = await rowOf(taken.body.insertedId);
	expect(row).toMatchObject({ origin: "phone", is_unproved: 0, network: null });
	expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(7 * 86_400_000);
	const which = { from: since, until: new Date(Date.now() + 1000) };
	expect(await releaseOrders(admin, which)).toBe(5);
	await reconcile();
	expect((await rowOf(taken.body.insertedId))?.closed_at).toBeNull();
	expect(await stockOf(tool)).toBe(6);
});

describe("an e-mail that is proved later", () => {
	it("makes the account's unpaid orders those of a proved buyer, for as long as these reserve", async () => {
		const [person, tool] = [await signUp(), await addTool({ quantity: 4 })];
		const place = async () =>
			(await requestAsUser(person, linesOf([tool]), {}, from(newIpAddress()))).body.insertedId;
		const [open, ended] = [await place(), await place()];
		await env.DB.prepare("update orders set expires_at = 1 where id = ?").bind(ended).run();
		const ofGuest = await placeOrder(
			[await addTool()],
			{ email: person.email },
			{ headers: from(newIpAddress()) },
		);
		await proveEmail({ id: person.id, email: newEmail() });
		expect((await rowOf(open))?.is_unproved).toBe(1);
		await proveEmail(person);
		const row = await rowOf(open);
		expect(row).toMatchObject({ is_unproved: 0, network: null });
		expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(24 * 60 * 60_000);
		// What has ended, or anybody may have placed with that e-mail, stays as it is.
		expect(await rowOf(ended)).toMatchObject({ is_unproved: 1, expires_at: 1 });
		const guestRow = await rowOf(ofGuest.order._id);
		expect(guestRow).toMatchObject({ is_unproved: 1, network: expect.any(String), user_id: null });
		expect(Number(guestRow?.expires_at) - Number(guestRow?.created_at)).toBe(30 * 60_000);
		await reconcile();
		// The share is free for others again.
		expect((await requestOrder({ lines: linesOf([tool]) })).status).toBe(201);
	});
});

/** The ways to have an e-mail sent to an address that nobody has proved. Each returns to whom it would be. */
const mailings: Record<string, (address: string) => Promise<string>> = {
	"the link to pay of an order without JavaScript": async (address) => {
		const email = newEmail();
		const tool = await addTool();
		const form = new URLSearchParams({
			...contact,
			...newAddress(),
			email,
			key: crypto.randomUUID(),
			line: `${tool}.1.${toolPrice}`,
		});
		const lines = [{ toolId: tool, quantity: 1, price: toolPrice }];
		const request = new Request(`${origin}/cart/checkout`, { headers: from(address) });
		await placeBasicOrder({ ...readCheckoutForm(form), lines }, request).catch(({ code }) =>
			expect(code).toBe("too_many"),
		);
		return email;
	},
	"the link that verifies a new account": async (address) => {
		const email = newEmail();
		const body = { name: "Grace", email, password };
		expect((await callAuth("sign-up/email", body, from(address))).status).toBe(200);
		return email;
	},
	"the same link once more": async (address) => {
		const { email, cookie } = await signUp();
		const headers = { ...from(address), Cookie: cookie };
		const { status } = await callAuth("send-verification-email", { email }, headers);
		expect([200, 429]).toContain(status);
		return email;
	},
	"the link to choose a new password": async (address) => {
		const { email } = await signUp();
		expect((await callAuth("request-password-reset", { email }, from(address))).status).toBe(200);
		return email;
	},
};

describe.each(Object.entries(mailings))("%s", (_, sendTo) => {
	it("is sent until the network has had its e-mails of the day", async () => {
		await withMail(async (sent: SentMail[]) => {
			env.MAILS_A_DAY_NETWORK = "2";
			const address = newIpAddress();
			await countAttempt(
				"networkMail",
				await hashNetwork(new Request(origin, { headers: from(address) })),
			);
			const [first, second] = [await sendTo(address), await sendTo(address)];
			// Asked for last, so that a second one would have been sent before it.
			const elsewhere = await sendTo(newIpAddress());
			const recipients = () => sent.map(({ to }) => to);
			await vi.waitFor(
				() => expect(recipients()).toEqual(expect.arrayContaining([first, elsewhere])),
				5_000,
			);
			expect(recipients()).not.toContain(second);
		});
	});
});

it("forgets the network with the reservation", async () => {
	const { order } = await placeOrder([await addTool()], {}, { headers: from(newIpAddress()) });
	expect((await rowOf(order._id))?.network).toEqual(expect.any(String));
	await env.DB.prepare("update orders set expires_at = 1 where id = ?").bind(order._id).run();
	await reconcile();
	const row = await rowOf(order._id);
	expect([row?.network, row?.closed_why]).toEqual([null, "expired"]);
});

it("is released by staff, by network or by time, and health says it", async () => {
	const [admin, network] = [await signUp({ role: "admin" }), newIpAddress()];
	const tool = await addTool({ quantity: 12 });
	const since = new Date();
	for (let n = 0; n < 6; n += 1)
		await placeOrder([tool], {}, { headers: from(n < 5 ? network : newIpAddress()) });
	const busy = await selectBusyNetworks(100);
	const which = { network: busy.find(({ count }) => count === 5)?.network ?? "" };
	expect(await selectUsedShares(100)).toContainEqual(
		expect.objectContaining({ toolId: tool, pieces: 6, left: 6 }),
	);
	expect(await countToRelease(which)).toEqual({ orders: 5, pieces: 5 });
	expect(await releaseOrders(admin, which)).toBe(5);
	expect(await countToRelease(which)).toEqual({ orders: 0, pieces: 0 });
	// Ends them at once: the queue closes them later.
	expect(await selectBusyNetworks(100)).not.toContainEqual(expect.objectContaining(which));
	await reconcile();
	expect(await stockOf(tool)).toBe(11);
	const rest = { from: since, until: new Date(Date.now() + 1000) };
	expect(await releaseOrders(admin, rest)).toBe(1);
	await reconcile();
	expect(await stockOf(tool)).toBe(12);
	const { results } = await env.DB.prepare(
		"select 1 from audit where action = 'order.released' and actor_id = ?",
	)
		.bind(admin.id)
		.all();
	expect(results).toHaveLength(6);
});
