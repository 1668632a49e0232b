/** Days in the shop's time zone, counted from 1 January 1970. */
import { timeZone as shopZone } from "./config.ts";

export const dayMs = 86_400_000;
const minuteMs = 60_000;
/** All offsets of time zones are multiples of this. */
const stepMs = 15 * minuteMs;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat("en-US", {
			timeZone,
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
		});
	formats.set(timeZone, format);
	return format;
}

/** The milliseconds by which the clocks of a zone are before those of UTC, at a time in UTC milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
	if (timeZone === "UTC") return 0;
	const parts = formatOf(timeZone).formatToParts(ms);
	const part = (type: string) => Number(parts.find((datePart) => datePart.type === type)?.value);
	const local = Date.UTC(
		part("year"),
		part("month") - 1,
		part("day"),
		part("hour"),
		part("minute"),
	);
	return local - Math.floor(ms / minuteMs) * minuteMs;
}

/** Returns the first of the times `from`, `from + step` ... before `until` for which `isReached` holds, and then stays. */
function firstOf(from: number, until: number, step: number, isReached: (ms: number) => boolean) {
	let [low, high] = [0, Math.ceil((until - from) / step)];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (isReached(from + middle * step)) high = middle;
		else low = middle + 1;
	}
	return from + low * step;
}

/** The day that a time in UTC milliseconds is on. `dayOf` in db/sales-sums.ts is the same in SQL. */
export function dayOf(ms: number, timeZone = shopZone): number {
	return Math.floor((ms + offsetAt(ms, timeZone)) / dayMs);
}

/** When a day begins, in UTC milliseconds. Where clocks change at midnight, its first hour is 1. */
export function startOfDay(day: number, timeZone = shopZone): number {
	const midnight = day * dayMs;
	// Clocks are at most 14 hours before those of UTC and 12 behind.
	return firstOf(midnight - 14 * 60 * minuteMs, midnight + 14 * 60 * minuteMs, stepMs, (ms) => {
		return dayOf(ms, timeZone) >= day;
	});
}

const hourMs = 60 * minuteMs;

/** When the clocks of a day first show this hour or a later one, in UTC milliseconds. */
export function hourOfDay(day: number, hour: number, timeZone = shopZone): number {
	const start = startOfDay(day, timeZone);
	return firstOf(start, start + dayMs, stepMs, (ms) => {
		return ms + offsetAt(ms, timeZone) >= day * dayMs + hour * hourMs;
	});
}

/** Reads a day as date fields write it (`2026-11-22`); undefined for anything else, and for a day that does not exist. */
export function parseDay(text: string): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	const ms = Date.parse(`${text}T00:00:00Z`);
	// Date.parse makes 1 March of 29 February in most years.
	return Number.isNaN(ms) || dayText(ms / dayMs) !== text ? undefined : ms / dayMs;
}

/** Writes a day as date fields do. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The offsets of a zone between two times, each until the next. All times in milliseconds, UTC. */
export function offsetsBetween(timeZone: string, from: number, until: number) {
	const offsets = [{ since: from, offsetMs: offsetAt(from, timeZone) }];
	// No zone keeps an offset for less than a week.
	for (let week = from; week < until; week += 7 * dayMs) {
		const next = week + 7 * dayMs;
		const [before, after] = [offsetAt(week, timeZone), offsetAt(next, timeZone)];
		if (before === after) continue;
		const since = firstOf(week, next, stepMs, (ms) => offsetAt(ms, timeZone) === after);
		offsets.push({ since, offsetMs: after });
	}
	return offsets;
}
