/** The exports of the shop as CSV files: which there are, for whom, and of which days. */
import type { Permission } from "../../access/roles.ts";

/** The exports, and the permission that each needs. */
export const exportKinds = {
	tools: "products",
	orders: "orders",
	customers: "admin",
	reviews: "reviews",
	accounting: "sales",
} as const satisfies Record<string, Permission>;
export type ExportKind = keyof typeof exportKinds;

/** Whether a word names an export. */
export function isExportKind(word: string | undefined): word is ExportKind {
	return word !== undefined && Object.hasOwn(exportKinds, word);
}

const dayMs = 86_400_000;

/** From a time on, and until before another; in UTC milliseconds. */
export interface TimeRange {
	from: number;
	until: number;
}

const dayOf = (text: string | null) =>
	text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;

/** Reads the days of an export, both included, in UTC. A missing or malformed one is no limit. */
export function parseDays(parameters: URLSearchParams): TimeRange {
	const from = dayOf(parameters.get("from"));
	const to = dayOf(parameters.get("to"));
	return {
		from: Number.isNaN(from) ? 0 : from,
		until: Number.isNaN(to) ? Number.MAX_SAFE_INTEGER : to + dayMs,
	};
}

/** The first and the last day of the month before, in UTC, as date fields have them. */
export function lastMonth(now: number): { from: string; to: string } {
	const date = new Date(now);
	const day = (months: number, dayOfMonth: number) =>
		new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, dayOfMonth))
			.toISOString()
			.slice(0, 10);
	return { from: day(-1, 1), to: day(0, 0) };
}
