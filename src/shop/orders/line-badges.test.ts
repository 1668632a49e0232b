import { expect, it } from "vitest";
import { lineBadges } from "./line-badges.ts";

const paid = { paid: true, status: "Pending" } as const;
const packedAt = "2026-11-25T10:00:00.000Z";

it.each([
	["that it is being packed, which is neutral", paid, [["Being packed", "badge-neutral"]]],
	["that it is packed", { ...paid, packedAt }, [["Packed", "badge-neutral"]]],
	["that it is shipped", { paid: true, status: "Shipped" }, [["Shipped", "badge-success"]]],
	["that it is not paid", { ...paid, paid: false }, [["Unpaid", "badge-outline"]]],
	["that it was cancelled", { ...paid, cancelled: true }, [["Cancelled", "badge-neutral"]]],
	["that it was refunded", { ...paid, refunded: true }, [["Refunded", "badge-neutral"]]],
	[
		"what else there is to know",
		{ ...paid, refundedPrice: 3, refundDue: true, disputed: true },
		[
			["Being packed", "badge-neutral"],
			["Partly refunded, $3.00", "badge-outline"],
			["Refund due", "badge-outline"],
			["Disputed", "badge-warning"],
		],
	],
] as const)("a customer reads of a line %s", (_, line, badges) => {
	expect(lineBadges(line)).toEqual(badges);
});
