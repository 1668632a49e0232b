import { describe, expect, it } from "vitest";
import { encodeCursor } from "../../values/paging.ts";
import type { OrderLine } from "./lines.ts";
import { orderTabs } from "./order-states.ts";
import {
	countsAfter,
	hasText,
	isInTab,
	orderTotal,
	parseWorkspaceQuery,
	placeOf,
	refundTarget,
	workspaceSearch,
} from "./orders-workspace.ts";

const parse = (query: string) => parseWorkspaceQuery(new URL(`https://shop.example/x${query}`));

describe("the address of the orders", () => {
	it("asks for what is to ship, and with a search for all", () => {
		const empty = { tab: "toShip", q: "", from: "", to: "", cursor: undefined };
		expect(parse("")).toEqual(empty);
		expect(parse("?q=+ada+")).toEqual({ ...empty, tab: "all", q: "ada" });
		expect(parse("?q=ada&tab=unpaid").tab).toBe("unpaid");
		expect(parse("?tab=lost").tab).toBe("toShip");
		expect(parse(`?q=${"a".repeat(101)}`).q).toBe("a".repeat(100));
		const cursor = { value: 5, id: "order" };
		expect(parse(`?cursor=${encodeCursor(cursor)}`).cursor).toEqual(cursor);
		expect(parse("?cursor=!").cursor).toBeUndefined();
		expect(parse("?from=2026-11-22&to=")).toEqual({ ...empty, from: "2026-11-22" });
	});

	it("has no empty parameters", () => {
		expect(workspaceSearch({ tab: "all", q: "", from: "2026-01-01" })).toBe(
			"?tab=all&from=2026-01-01",
		);
		expect(workspaceSearch({ q: "" })).toBe("");
	});
});

const line = (changes: Partial<OrderLine> = {}): OrderLine =>
	({
		_id: "o1",
		orderId: "c1",
		paid: true,
		refunded: false,
		status: "Pending",
		UserName: "Ada",
		email: "ada@a.test",
		name: "Chain whip",
		address: "1 Test Street",
		...changes,
	}) as OrderLine;
const order = (...lines: OrderLine[]) => ({ id: "c1", lines });
const paid = line({ toShip: 1 });
const unpaid = line({ paid: false });
const shipped = line({ status: "Shipped" });
const refunded = line({ refunded: true });
const partly = line({ refundedPrice: 5, toShip: 1 });

describe("the tabs of an order", () => {
	it.each<[string, OrderLine[], string[]]>([
		["paid", [paid], ["toShip", "all"]],
		["unpaid", [unpaid], ["unpaid", "all"]],
		["shipped", [shipped], ["shipped", "all"]],
		["refunded", [refunded], ["refunded", "all"]],
		["refunded in part", [partly], ["toShip", "refunded", "all"]],
		["shipped in part", [shipped, paid], ["toShip", "shipped", "all"]],
	])("%s", (_, lines, tabs) => {
		expect(orderTabs.filter((tab) => isInTab(order(...lines), tab))).toEqual(tabs);
	});

	it("count it where it is after a change", () => {
		const counts = { toShip: 3, unpaid: 2, shipped: 1, refunded: 0, all: 6 };
		expect(countsAfter(counts, order(paid), order(shipped))).toEqual({
			...counts,
			toShip: 2,
			shipped: 2,
		});
		expect(counts.toShip).toBe(3);
		// Tabs that a search has not counted stay so.
		expect(countsAfter({ shipped: 1 }, order(paid), order(shipped))).toEqual({ shipped: 2 });
	});
});

it.each(["ADA", "a.test", "whip", "o1", "pi_9", "test street"])("a search finds %j", (text) => {
	const found = line({ transactionId: "PI_9" });
	expect([hasText(found, text), hasText(found, `${text}x`)]).toEqual([true, false]);
});

describe("of the chosen orders", () => {
	it("a refund is of one that something can be refunded of, if there is no other", () => {
		const one = order(refunded, paid);
		expect(refundTarget([one])).toBe(one);
		for (const chosen of [[], [order(unpaid)], [order(refunded)], [one, order(unpaid)]])
			expect(refundTarget(chosen)).toBeUndefined();
	});
});

it("an order costs what its lines do, with shipping and tax", () => {
	const priced = line({ totalPrice: 20.1, shippingPrice: 4.9, taxPrice: 0.2, refundedPrice: 3 });
	expect(orderTotal([priced, line({ totalPrice: 0.1 })])).toBe(25.3);
});

it.each([
	["27 Canal Street, Portland, OR 97209, United States", "Portland, OR 97209, United States"],
	["5 Spoke Street", "5 Spoke Street"],
])("of the address %j the place is %j", (address, place) => {
	expect(placeOf(address)).toBe(place);
});
