import { describe, expect, it } from "vitest";
import { toPartnerCsv } from "./partner-sales.ts";

describe("the partners' CSV", () => {
	it("has a heading and a line a partner", () => {
		const sales = { partner: "velo", orders: 3, paidOrders: 2, revenueCents: 17_890 };
		expect(toPartnerCsv([sales])).toBe(
			"Partner,Orders,Paid orders,Revenue in US dollars\r\nvelo,3,2,178.90\r\n",
		);
	});

	it("keeps a name from becoming a formula, and quotes what must be", () => {
		for (const [partner, escaped] of [
			["-1-1", "'-1-1"],
			["=cmd", "'=cmd"],
			['a"b,c', '"a""b,c"'],
		] as const) {
			const csv = toPartnerCsv([{ partner, orders: 0, paidOrders: 0, revenueCents: 0 }]);
			expect(csv.split("\r\n")[1]).toBe(`${escaped},0,0,0.00`);
		}
	});
});
