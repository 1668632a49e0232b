import { describe, expect, it } from "vitest";
import { toPartnerCsv } from "./partner-sales.ts";

describe("toPartnerCsv", () => {
	it("returns a header and a row per partner", () => {
		const sales = { partner: "velo", orders: 3, paidOrders: 2, revenueCents: 17_890 };
		expect(toPartnerCsv([sales])).toBe(
			"\ufeffPartner,Orders,Paid orders,Revenue (USD)\r\nvelo,3,2,178.90\r\n",
		);
	});

	it("escapes formulas and quotes special characters", () => {
		for (const [partner, escaped] of [
			["-1-1", "'-1-1"],
			["=cmd", "'=cmd"],
			["＝cmd", "'＝cmd"],
			["velo-blog", "velo-blog"],
			['a"b,c', '"a""b,c"'],
		] as const) {
			const csv = toPartnerCsv([{ partner, orders: 0, paidOrders: 0, revenueCents: 0 }]);
			expect(csv.split("\r\n")[1]).toBe(`${escaped},0,0,0.00`);
		}
	});
});
