/** One visitor with invented e-mails and streets reserves stock, by each way to place an order, and a proved buyer can still buy. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as checkoutMessages from "../../../src/messages.checkout.ts";
import { limitNames } from "../../../src/platform/settings-schema.ts";
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
import { reconcile } from "../../helpers/payment-jobs.ts";
import { addTool, newEmail, newIpAddress, origin, signUp, stockOf } from "../../helpers/shop.ts";

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
			...{ ...contact, ...newAddress(), email: newEmail(), key: crypto.randomUUID() },
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
