import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { totalCents } from "../../values/money.ts";
import {
	asShipped,
	asWaiting,
	awaitsPayment,
	canAddTracking,
	canCancel,
	canRefund,
	refundableRest,
	statusTone,
} from "./line-actions.ts";
import { toFlags } from "./line-flags.ts";
import { lineRequest, type OrderLine, purchaseForm } from "./lines.ts";
import { canShip, publicState, publicStates } from "./order-states.ts";

describe("the purchase form", () => {
	const form = purchaseForm({ minOrderQuantity: 3, quantity: 10 });
	const validForm = { quantity: 5, phone: "+1 555 0100", address: "1 Test Street" };

	function formErrors(changes: Record<string, unknown>): Record<string, string> {
		const { issues } = v.safeParse(form, { ...validForm, ...changes });
		return Object.fromEntries(issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? []);
	}

	it("accepts the minimum, the whole stock and everything between", () => {
		for (const quantity of [3, 5, 10]) expect(formErrors({ quantity })).toEqual({});
	});

	it("speaks the specification's words", () => {
		expect(formErrors({ quantity: 11 })).toEqual({ quantity: "Quantity Excedded" });
		expect(formErrors({ quantity: 2 })).toEqual({ quantity: "minimum quantity is required" });
		expect(formErrors({ quantity: 0 })).toEqual({ quantity: "minimum quantity is required" });
		expect(formErrors({ quantity: -4 })).toEqual({ quantity: "minimum quantity is required" });
		expect(formErrors({ quantity: Number.NaN })).toEqual({
			quantity: expect.stringContaining("Quantity"),
		});
	});

	it("accepts whole numbers only, and requires a phone and an address", () => {
		expect(formErrors({ quantity: 3.5 })).toHaveProperty("quantity");
		expect(formErrors({ phone: " ", address: "" })).toEqual({
			phone: "Phone is Required",
			address: "Address is Required",
		});
	});
});

describe("an order's request", () => {
	it("keeps the fields that a customer may set and drops the rest", () => {
		const request = { productCode: "a", quantity: 2, address: " Home ", price: 1.5 };
		const rest = { status: "Shipped", paid: true, email: "a@b.test", UserName: "X", _id: "y" };
		expect(v.parse(lineRequest, { ...request, ...rest })).toEqual({ ...request, address: "Home" });
	});
});

describe("an order", () => {
	const later = "2026-11-20T12:00:00.000Z";
	const now = Date.parse(later) - 1;

	it("awaits payment until it is paid, refunded or expired", () => {
		expect(awaitsPayment({ paid: false, expiresAt: later }, now)).toBe(true);
		expect(awaitsPayment({ paid: false, expiresAt: later }, now + 1)).toBe(false);
		expect(awaitsPayment({ paid: true, expiresAt: later }, now)).toBe(false);
		expect(awaitsPayment({ paid: false, refunded: true, expiresAt: later }, now)).toBe(false);
	});

	it("shows Pending as an error only once it is paid", () => {
		expect(statusTone({ paid: true, status: "Pending" })).toBe("error");
		expect(statusTone({ paid: false, status: "Pending" })).toBe("success");
		expect(statusTone({ paid: true, status: "Shipped" })).toBe("success");
	});

	it("has one public state, a dispute before all", () => {
		const line = { paid: true, status: "Pending" } as const;
		expect(publicState(line)).toBe("Pending");
		expect(publicState({ ...line, status: "Shipped" })).toBe("Shipped");
		expect(publicState({ ...line, status: "Shipped", refundedPrice: 1 })).toBe("Partly refunded");
		expect(publicState({ ...line, refunded: true })).toBe("Refunded");
		expect(publicState({ ...line, refunded: true, cancelled: true })).toBe("Cancelled");
		expect(publicState({ ...line, refunded: true, cancelled: true, disputed: true })).toBe(
			"Disputed",
		);
		expect(publicState({ ...line, paid: false })).toBe("Unpaid");
		expect(publicStates).toHaveLength(7);
	});

	it("costs the unit price times the quantity", () => {
		expect(totalCents(1999, 3)).toBe(5997);
	});
});

describe("tracking", () => {
	const shipped = { paid: true, status: "Shipped" } as const;
	const shipment = { _id: "s", carrier: "", trackingNumber: "" };

	it.each([
		["an order shipped without a parcel", shipped, true],
		["an order in a parcel", { ...shipped, shipment }, false],
		["a pending order", { ...shipped, status: "Pending" }, false],
		["a refunded order", { ...shipped, refunded: true }, false],
	] as const)("can be added to %s: %s", (_, line, expected) => {
		expect(canAddTracking(line)).toBe(expected);
	});
});

it("a line that was shipped can't be shipped again, until that is undone", () => {
	const line = { status: "Pending", toShip: 2 } as OrderLine;
	const parcel = { _id: "s", carrier: "", trackingNumber: "" };
	const shipped = asShipped(line, parcel);
	expect(shipped).toEqual({ status: "Shipped", shipment: parcel });
	expect(canShip(shipped)).toBe(false);
	expect(asWaiting(shipped, 2)).toEqual(line);
	expect(asShipped(line)).toEqual({ status: "Shipped" });
});

describe("refunding and cancelling", () => {
	const paid = { paid: true, status: "Pending" } as const;

	it.each([
		["a paid order", paid, true, true],
		["a shipped order", { ...paid, status: "Shipped" }, true, false],
		["a cancelled order", { ...paid, cancelled: true }, true, false],
		["an unpaid order", { ...paid, paid: false }, false, false],
		["a refunded order", { ...paid, refunded: true }, false, false],
		["an order whose refund is due", { ...paid, refundDue: true }, false, false],
		["a disputed order", { ...paid, disputed: true }, false, false],
	] as const)("of %s", (_, line, refund, cancel) => {
		expect([canRefund(line), canCancel(line)]).toEqual([refund, cancel]);
	});
});

describe("the state of an order", () => {
	const row = {
		transactionId: "pi_1",
		closedAt: null,
		closeReason: null,
		refundedAt: null,
		refundedCents: 0,
		refundDueCents: 0,
		refundFailedCents: 0,
		cancelledAt: null,
		restockedAt: null,
		restockedPieces: 0,
		withdrawnAt: null,
		disputedAt: null,
		status: "Pending" as const,
		quantity: 3,
		totalCents: 500,
		shippingCents: 0,
		taxCents: 0,
	};
	const at = new Date(0);

	it.each<[Partial<Parameters<typeof toFlags>[0]>, object]>([
		[{}, { paid: true, toShip: 3 }],
		[{ status: "Shipped" }, { paid: true }],
		[{ restockedPieces: 1 }, { paid: true, toShip: 2 }],
		[{ restockedPieces: 3 }, { paid: true, restocked: true }],
		[{ withdrawnAt: at }, { paid: true, withdrawn: true }],
		// A full refund that waits for Stripe stops it.
		[{ refundDueCents: 500 }, { paid: true, refundDue: true }],
		[
			{ refundedCents: 300, refundDueCents: 200 },
			{ paid: true, refundedPrice: 3, refundDue: true },
		],
		[{ totalCents: 0 }, { paid: true, toShip: 3 }],
		[{ transactionId: null }, { paid: false }],
		[
			{ refundedAt: at, refundedCents: 500 },
			{ paid: true, refunded: true },
		],
		[
			{ transactionId: null, closedAt: at, closeReason: "refunded" },
			{ paid: false, refunded: true },
		],
		[{ transactionId: null, closedAt: at, closeReason: "deleted" }, { paid: false }],
		[{ refundedCents: 1 }, { paid: true, refundedPrice: 0.01, toShip: 3 }],
		[{ refundDueCents: 1 }, { paid: true, refundDue: true, toShip: 3 }],
		[{ refundFailedCents: 1 }, { paid: true, failedRefundPrice: 0.01, toShip: 3 }],
		[
			{ refundFailedCents: 1, refundedAt: at },
			{ paid: true, refunded: true },
		],
		[{ cancelledAt: at }, { paid: true, cancelled: true }],
		[{ restockedAt: at }, { paid: true, restocked: true }],
		[{ disputedAt: at }, { paid: true, disputed: true }],
	])("%j is %j", (changes, flags) => {
		expect(toFlags({ ...row, ...changes })).toEqual(flags);
	});

	it("leaves a rest to refund, with shipping and tax", () => {
		expect(refundableRest({ totalPrice: 20 })).toBe(20);
		const parts = { totalPrice: 20, shippingPrice: 5, taxPrice: 2, includedTaxPrice: 1 };
		expect(refundableRest({ ...parts, refundedPrice: 7.5 })).toBe(19.5);
	});
});
