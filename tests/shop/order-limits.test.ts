/** The limits on one account's unpaid orders, also under concurrent calls. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import * as messages from "../../src/messages/messages.ts";
import { limitNames } from "../../src/platform/settings/settings-schema.ts";
import { placePaidLine } from "../helpers/payments.ts";
import {
	addTool,
	callApi,
	orderBody,
	type Person,
	placeLine,
	signUp,
	stockOf,
} from "../helpers/shop.ts";

// The default limits.
for (const name of limitNames) env[name] = "";

const placeLineAs = (by: Person, tool: string, quantity = 1, key?: string) =>
	callApi("POST", "/order", {
		token: by.token,
		body: orderBody(tool, { quantity }),
		...(key && { headers: { "Idempotency-Key": key } }),
	});

it("a user with an unverified e-mail gets five of a hundred concurrent orders", async () => {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 1000 })];
	const answers = await Promise.all(Array.from({ length: 100 }, () => placeLineAs(rider, tool)));
	const placed = answers.filter(({ status }) => status === 201);
	const rejected = answers.filter(({ status }) => status === 409);
	expect([placed.length, rejected.length]).toEqual([5, 95]);
	expect(rejected[0]?.body.error).toEqual({
		code: "too_many_open",
		message: `You have 5 unpaid orders. Pay for or delete one first. ${messages.moreWhenVerified}`,
	});
	expect(await stockOf(tool)).toBe(995);
});

it("a user with a verified e-mail may have twenty unpaid orders, and one more for each paid or deleted", async () => {
	const [rider, tool] = [await signUp({ verified: true }), await addTool({ quantity: 1000 })];
	const first = await placePaidLine(rider, tool);
	expect(first.line.paid).toBe(true);
	const answers = await Promise.all(Array.from({ length: 30 }, () => placeLineAs(rider, tool)));
	const placed = answers.filter(({ status }) => status === 201);
	expect(placed).toHaveLength(20);
	expect((await placeLineAs(rider, tool)).body.error.message).toBe(messages.unpaidOrderLimit(20));
	await callApi("DELETE", `/order?id=${placed[0]?.body.insertedId}`, { token: rider.token });
	expect((await placeLineAs(rider, tool)).status).toBe(201);
	expect((await placeLineAs(rider, tool)).status).toBe(409);
});

it("reserved pieces are limited too, over all tools and for concurrent orders", async () => {
	const rider = await signUp();
	const [one, other] = [await addTool({ quantity: 1000 }), await addTool({ quantity: 1000 })];
	const answers = await Promise.all(
		[one, other, one, other].map((tool) => placeLineAs(rider, tool, 20)),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
	expect(answers.find(({ status }) => status === 409)?.body.error).toEqual({
		code: "too_many_open",
		message: `${messages.reservationLimit(50, 40)} ${messages.moreWhenVerified}`,
	});
	expect((await placeLineAs(rider, one, 10)).status).toBe(201);
	expect((await placeLineAs(rider, one, 1)).status).toBe(201);
	expect((await stockOf(one)) + (await stockOf(other))).toBe(2000 - 51);
});

it("a tool's minimum may be ordered above the limit of pieces, but no piece more", async () => {
	const tool = await addTool({ quantity: 1000, minOrderQuantity: 120 });
	const rider = await signUp();
	expect((await placeLineAs(rider, tool, 121)).status).toBe(409);
	expect((await placeLineAs(rider, tool, 120)).status).toBe(201);
	expect(await stockOf(tool)).toBe(880);
});

it("a repeated Idempotency-Key returns its order, at the limit too", async () => {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 1000 })];
	const first = await placeLineAs(rider, tool, 1, "the-first");
	for (let n = 0; n < 4; n += 1) await placeLine(rider, tool);
	const again = await placeLineAs(rider, tool, 1, "the-first");
	expect([again.status, again.body.insertedId]).toEqual([201, first.body.insertedId]);
	expect((await placeLineAs(rider, tool)).status).toBe(409);
});

it("a lack of stock is reported before the limit", async () => {
	const [rider, tool] = [await signUp(), await addTool({ quantity: 100, minOrderQuantity: 2 })];
	const codes = [];
	for (const [wanted, quantity] of [
		[tool, 101],
		[tool, 1],
		["nothing", 1],
	] as const)
		codes.push((await placeLineAs(rider, wanted, quantity)).body.error.code);
	expect(codes).toEqual(["out_of_stock", "invalid", "not_found"]);
});

it("the limits are settings", async () => {
	const [rider, tool] = [await signUp(), await addTool()];
	const before = env.MAX_OPEN_ORDERS_UNVERIFIED ?? "";
	env.MAX_OPEN_ORDERS_UNVERIFIED = "1";
	try {
		expect((await placeLineAs(rider, tool)).status).toBe(201);
		expect((await placeLineAs(rider, tool)).body.error.message).toContain(
			messages.unpaidOrderLimit(1),
		);
	} finally {
		env.MAX_OPEN_ORDERS_UNVERIFIED = before;
	}
});
