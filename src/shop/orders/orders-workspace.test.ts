import { describe, expect, it } from "vitest";
import { encodeCursor } from "../../values/paging.ts";
import type { OrderLine } from "./lines.ts";
import {
	byOrder,
	countsAfter,
	hasText,
	isInTab,
	orderTabs,
	parcelTarget,
	parseWorkspaceQuery,
	refundTarget,
	searchCounts,
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
	});

	it.each([
		["2026-11-22", "2026-11-22"],
		["2026-13-01", ""],
		["02026-11-22", ""],
		["2026-11-222", ""],
		["2026-11-22T00:00", ""],
		["today", ""],
	])("has the day %j as %j", (day, expected) => {
		expect(parse(`?from=${day}`).from).toBe(expected);
		expect(parse(`?to=${day}`).to).toBe(expected);
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
		...{ _id: "o1", orderId: "c1", paid: true, refunded: false, status: "Pending" },
		...{ UserName: "Ada", email: "ada@a.test", name: "Chain whip", address: "1 Test Street" },
		...changes,
	}) as OrderLine;
const paid = line();
const unpaid = line({ paid: false });
const shipped = line({ status: "Shipped" });
const refunded = line({ refunded: true });
const partly = line({ refundedPrice: 5 });

describe("the tabs of an order", () => {
	it.each<[string, OrderLine, string[]]>([
		["paid", paid, ["toShip", "all"]],
		["unpaid", unpaid, ["unpaid", "all"]],
		["shipped", shipped, ["shipped", "all"]],
		["refunded", refunded, ["refunded", "all"]],
		["refunded in part", partly, ["refunded", "all"]],
	])("%s", (_, one, tabs) => {
		expect(orderTabs.filter((tab) => isInTab(one, tab))).toEqual(tabs);
	});

	it("count it where it is after a change", () => {
		const counts = { toShip: 3, unpaid: 2, shipped: 1, refunded: 0, all: 6 };
		expect(countsAfter(counts, paid, shipped)).toEqual({ ...counts, toShip: 2, shipped: 2 });
		expect(counts.toShip).toBe(3);
	});
});

it.each(["ADA", "a.test", "whip", "o1", "pi_9", "test street"])("a search finds %j", (text) => {
	const found = line({ transactionId: "PI_9" });
	expect([hasText(found, text), hasText(found, `${text}x`)]).toEqual([true, false]);
});

describe("the counts of a search", () => {
	const found = { pageSize: 25, others: { limit: 100 }, unmatched: [] };

	it("are those of the page, if all orders are on it", () => {
		const listed = [paid, unpaid, shipped, partly];
		expect(searchCounts({ ...found, tab: "all", listed, isWhole: true })).toEqual({
			counts: { toShip: 1, unpaid: 1, shipped: 1, refunded: 1, all: 4 },
			uncounted: [],
		});
	});

	it("are limited, and those of the page's own tab are as many as it has", () => {
		const others = { limit: 100, toShip: 99, unpaid: 100, all: 7 };
		const unmatched = [unpaid, shipped];
		expect(
			searchCounts({
				...found,
				tab: "shipped",
				listed: [shipped],
				isWhole: false,
				others,
				unmatched,
			}),
		).toEqual({
			counts: { toShip: 99, unpaid: 101, shipped: 25, refunded: 0, all: 25 },
			uncounted: ["unpaid", "shipped"],
		});
		const whole = { ...found, tab: "shipped", listed: [shipped], isWhole: true, others } as const;
		expect(searchCounts({ ...whole, unmatched }).counts).toMatchObject({ shipped: 1, all: 9 });
	});
});

it("lines of an order are one parcel", () => {
	const other = line({ orderId: "c2" });
	expect(byOrder([paid, other, shipped])).toEqual([[paid, shipped], [other]]);
});

describe("of the chosen orders", () => {
	const ofOther = line({ _id: "o2", orderId: "c2" });

	it("a refund is of one that can be refunded, if there is no other", () => {
		expect(refundTarget([paid])).toBe(paid);
		for (const chosen of [[], [unpaid], [refunded], [paid, unpaid]])
			expect(refundTarget(chosen)).toBeUndefined();
	});

	it("a parcel starts with the first to ship, if all are of one checkout", () => {
		expect(parcelTarget([shipped, paid, partly])).toBe(paid);
		for (const chosen of [[], [unpaid, shipped], [paid, ofOther]])
			expect(parcelTarget(chosen)).toBeUndefined();
	});
});
