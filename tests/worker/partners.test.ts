import { describe, expect, it } from "vitest";
import { salesByPartner } from "../../src/shop/orders/partners.server.ts";
import { addTool, ask, orderOf, signUp } from "./shop.ts";

describe("a partner on an order", () => {
	it("is kept, shown, and counted", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 10 })];
		const body = { ...orderOf(tool, { quantity: 2 }), partner: "velo-blog" };
		const placed = await ask("POST", "/order", { token: rider.token, body });
		expect(placed.body.order).toMatchObject({ partner: "velo-blog" });
		const read = await ask("GET", `/order/${placed.body.insertedId}`, { token: rider.token });
		expect(read.body).toMatchObject({ partner: "velo-blog" });
		expect(await salesByPartner()).toEqual([
			{ partner: "velo-blog", orders: 1, paidOrders: 0, revenueCents: 0 },
		]);
	});

	it("need not be there, and can't be anything else", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 10 })];
		const plain = await ask("POST", "/order", { token: rider.token, body: orderOf(tool) });
		expect(plain.body.order).not.toHaveProperty("partner");
		for (const partner of ["", "=1+1", "Velo", "a".repeat(33), 7]) {
			const body = { ...orderOf(tool), partner };
			const refused = await ask("POST", "/order", { token: rider.token, body });
			expect(refused.status, String(partner)).toBe(422);
		}
	});
});
