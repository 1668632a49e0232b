/** The exports of the shop as CSV files: which there are, for whom, and of which days. */
import type { Permission } from "../../access/roles.ts";
import { dayOf, dayText, startOfDay } from "../../config/days.ts";
import { filterDay } from "../../values/days.ts";

/** The exports, and the permission that each needs. */
export const exportKinds = {
	tools: "products",
	orders: "orders",
	shipping: "shipping",
	returns: "orders",
	customers: "admin",
	reviews: "reviews",
	questions: "reviews",
	accounting: "sales",
	taxes: "sales",
	giftCards: "sales",
	invoices: "sales",
} as const satisfies Record<string, Permission>;
export type ExportKind = keyof typeof exportKinds;

/** Whether a word names an export. */
export function isExportKind(word: string | undefined): word is ExportKind {
	return word !== undefined && Object.hasOwn(exportKinds, word);
}

/** The time from one moment on, and until before another; in UTC milliseconds. */
export interface TimeRange {
	from: number;
	until: number;
}

/** Reads the days of an export, both included, in the shop's time zone. A missing one is no limit. Throws ShopError `invalid`. */
export function parseDays(parameters: URLSearchParams): TimeRange {
	const [from, to] = [filterDay(parameters, "from"), filterDay(parameters, "to")];
	return {
		from: from === undefined ? 0 : startOfDay(from),
		until: to === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(to + 1),
	};
}

/** The first and the last day of the month before, as date fields have them. */
export function lastMonth(now: number): { from: string; to: string } {
	const [year = 0, month = 0] = dayText(dayOf(now)).split("-").map(Number);
	const text = (months: number, day: number) =>
		new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
	return { from: text(-1, 1), to: text(0, 0) };
}
