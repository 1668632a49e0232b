import { describe, expect, it } from "vitest";
import {
	nextStepOf,
	type OrderHistory,
	orderedTools,
	type TimelineEntry,
	timelineOf,
} from "./order-page.ts";

const hour = 60 * 60_000;
/** A time so many hours after the order was placed. */
const at = (hours: number) => new Date(hours * hour);

const unpaid = {
	createdAt: at(0),
	expiresAt: at(24),
	paidAt: null,
	closedAt: null,
	closeReason: null,
	processingAt: null,
};
const paid = { ...unpaid, paidAt: at(1) };

const line = (id: string, changes: Partial<OrderHistory["lines"][number]> = {}) => ({
	id,
	toolName: `Tool ${id}`,
	packedAt: null,
	shippedAt: null,
	shipment: undefined,
	cancelledAt: null,
	refundedAt: null,
	refundedCents: 0,
	withdrawnAt: null,
	toShip: 0,
	disputedAt: null,
	...changes,
});

/** The timeline as texts: "2 shipped Tool a". */
function timeline(history: Partial<OrderHistory>, nowHours = 2): string[] {
	const whole = {
		order: paid,
		lines: [line("a"), line("b")],
		refunds: [],
		...history,
	};
	return timelineOf(whole, nowHours * hour).map(({ event, at: time, tools, cents, parcel }) =>
		[time.getTime() / hour, event, ...tools, cents, parcel?.trackingNumber]
			.filter((part) => part !== undefined)
			.join(" "),
	);
}

const ups = { _id: "s", carrier: "UPS", trackingNumber: "1Z", trackingUrl: "https://ups.test/1Z" };

describe("the timeline", () => {
	it.each([
		[{ carrier: "Courier", trackingNumber: "" }, true],
		[{ carrier: "", trackingNumber: "7" }, true],
		[{ carrier: "", trackingNumber: "" }, false],
	])("has the parcel %j if it is tracked: %s", (tracking, isTracked) => {
		const shipment = { _id: "s", ...tracking };
		const lines = [line("a", { shippedAt: at(3), shipment })];
		const shipped = timelineOf({ order: paid, lines, refunds: [] }, 4 * hour).at(-1);
		expect(shipped?.event).toBe("shipped");
		expect(shipped?.parcel).toEqual(isTracked ? shipment : undefined);
	});

	it.each<[string, Partial<OrderHistory>, string[]]>([
		["unpaid", { order: unpaid }, ["0 placed"]],
		["paid", {}, ["0 placed", "1 paid"]],
		[
			"still being paid after its reservation",
			{ order: { ...unpaid, expiresAt: at(1), processingAt: at(1) } },
			["0 placed", "1 processing"],
		],
		[
			"closed by the job",
			{ order: { ...unpaid, closedAt: at(25), closeReason: "expired" } },
			["0 placed", "25 expired"],
		],
		[
			"paid after it was closed",
			{
				order: { ...unpaid, closedAt: at(25), closeReason: "refunded" },
				refunds: [
					{ lineIds: [], amountCents: 500, status: "done", createdAt: at(26), doneAt: at(27) },
				],
			},
			["0 placed", "25 closed", "27 refunded 500"],
		],
		[
			"packed one after the other, and shipped together",
			{
				lines: [
					line("a", { packedAt: at(2), shippedAt: at(4), shipment: ups }),
					line("b", { packedAt: at(3), shippedAt: at(4), shipment: ups }),
				],
			},
			["0 placed", "1 paid", "2 packed Tool a", "3 packed Tool b", "4 shipped 1Z"],
		],
		[
			"packed, not shipped yet",
			{ lines: ["a", "b"].map((id) => line(id, { packedAt: at(2) })) },
			["0 placed", "1 paid", "2 packed"],
		],
		[
			"one parcel with all",
			{
				lines: ["a", "b"].map((id) => line(id, { shippedAt: at(3), shipment: ups })),
			},
			["0 placed", "1 paid", "3 shipped 1Z"],
		],
		[
			"two parcels at once",
			{
				lines: [
					line("a", { shippedAt: at(3), shipment: ups }),
					line("b", {
						shippedAt: at(3),
						shipment: { _id: "t", carrier: "", trackingNumber: "" },
					}),
				],
			},
			["0 placed", "1 paid", "3 shipped Tool a 1Z", "3 shipped Tool b"],
		],
		[
			"shipped without a parcel",
			{ lines: [line("a", { shippedAt: at(3) }), line("b", { shippedAt: at(4) })] },
			["0 placed", "1 paid", "3 shipped Tool a", "4 shipped Tool b"],
		],
		[
			"one cancelled, its refund due",
			{
				lines: [line("a", { cancelledAt: at(2) }), line("b")],
				refunds: [
					{ lineIds: ["a"], amountCents: 700, status: "due", createdAt: at(2), doneAt: null },
				],
			},
			["0 placed", "1 paid", "2 cancelled Tool a", "2 refundDue Tool a 700"],
		],
		[
			"refunded in parts, one of which failed",
			{
				lines: [line("a", { refundedAt: at(5), refundedCents: 700 })],
				refunds: [
					{ lineIds: ["a"], amountCents: 200, status: "failed", createdAt: at(2), doneAt: null },
					{ lineIds: ["a"], amountCents: 700, status: "done", createdAt: at(4), doneAt: at(5) },
				],
			},
			["0 placed", "1 paid", "2 refundFailed 200", "5 refunded 700"],
		],
		[
			"disputed",
			{ lines: ["a", "b"].map((id) => line(id, { disputedAt: at(9) })) },
			["0 placed", "1 paid", "9 disputed"],
		],
	])("%s", (_name, history, expected) => {
		expect(timeline(history)).toEqual(expected);
	});

	it.each([
		["UPS", "", true],
		["", "1Z", true],
		["", "", false],
	])("names the parcel of %j with the number %j: %s", (carrier, trackingNumber, isNamed) => {
		const shipment = { _id: "s", carrier, trackingNumber };
		const lines = [line("a", { shippedAt: at(3), shipment })];
		const entries = timelineOf({ order: paid, lines, refunds: [] }, 4 * hour);
		expect(entries.at(-1)).toEqual({
			event: "shipped",
			at: at(3),
			tools: [],
			...(isNamed && { parcel: shipment }),
		});
	});

	it("has expired before the job has closed it", () => {
		expect(timeline({ order: unpaid }, 24)).toEqual(["0 placed", "24 expired"]);
	});
});

describe("the next step", () => {
	it("is to track a parcel for two weeks, whenever it was shipped", () => {
		const now = Date.UTC(2026, 10, 23);
		const shipped = (days: number): TimelineEntry[] => [
			{ event: "shipped", at: new Date(now - days * 24 * hour), tools: [], parcel: ups },
		];
		expect(nextStepOf("shipped", shipped(1), false, now)).toBe("track");
		expect(nextStepOf("shipped", shipped(14), false, now)).toBe("review");
	});

	const tracked: TimelineEntry[] = [{ event: "shipped", at: at(0), tools: [], parcel: ups }];
	const untracked: TimelineEntry[] = [{ event: "shipped", at: at(0), tools: [] }];
	const late = 15 * 24;

	it.each([
		["unpaid", [], false, 1, "pay"],
		["expired", [], false, 1, "orderAgain"],
		["paid", [], false, 1, undefined],
		["processing", [], false, 1, undefined],
		["shipped", tracked, false, 1, "track"],
		["shipped", tracked, false, late, "review"],
		["shipped", untracked, false, 1, "review"],
		["shipped", untracked, true, 1, "orderAgain"],
		["partlyShipped", tracked, false, 1, "track"],
		["partlyShipped", untracked, true, 1, undefined],
		["cancelled", tracked, false, 1, "orderAgain"],
		["refunded", tracked, false, 1, "orderAgain"],
		["disputed", tracked, false, 1, undefined],
	] as const)(
		"%s, %j, reviewed: %s, after %i hours: %s",
		(state, entries, reviewed, hours, step) => {
			expect(nextStepOf(state, entries, reviewed, hours * hour)).toBe(step);
		},
	);
});

it("a bundle is ordered again as one, beside a part that was bought alone", () => {
	const bundle = { productCode: "kit", name: "Kit", quantity: 2 };
	const lines = [
		{ _id: "1", productCode: "a", name: "A", quantity: 1 },
		{ _id: "2", productCode: "a", name: "A", quantity: 2, bundle },
		{ _id: "3", productCode: "b", name: "B", quantity: 4, bundle },
	];
	expect(orderedTools(lines)).toEqual([
		{ toolId: "a", name: "A", quantity: 1 },
		{ toolId: "kit", name: "Kit", quantity: 2 },
	]);
});
