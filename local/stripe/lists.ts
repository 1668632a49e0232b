import type { SQLInputValue } from "node:sqlite";
import type { Desk } from "./desk.ts";
import { type Form, groupOf, textOf, textsOf } from "./form.ts";
import type { StripeObject } from "./objects.ts";
import { noSuch, wrongParameter } from "./refusals.ts";

/** A page of a list, newest first. Stripe API: Pagination. */
export interface Page {
	object: "list";
	data: StripeObject[];
	has_more: boolean;
	url: string;
}

const COMPARISONS: Record<string, string> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/**
 * One page of a kind: `limit` 1..100 (10 when absent), `starting_after`, `ending_before`,
 * `created` as Unix seconds or as created[gt|gte|lt|lte]. `labels` narrows to what belongs to an
 * intent, or to events of those types. Refuses a limit out of range and an unknown cursor.
 */
export function listPage(
	desk: Desk,
	form: Form,
	kind: StripeObject["object"],
	url: string,
	labels: string[] = [],
): Page {
	const limit = limitOf(form);
	const before = textOf(form, "ending_before");
	const where = ["kind = ?"];
	const values: SQLInputValue[] = [kind];
	const narrow = (condition: string, ...more: SQLInputValue[]) => {
		where.push(condition);
		values.push(...more);
	};
	if (labels.length > 0) narrow(`label IN (${labels.map(() => "?").join(", ")})`, ...labels);
	for (const [comparison, seconds] of createdOf(form)) narrow(`created ${comparison} ?`, seconds);
	const after = textOf(form, "starting_after");
	if (after !== undefined) narrow("seq < ?", placeOf(desk, kind, after, "starting_after"));
	if (before !== undefined) narrow("seq > ?", placeOf(desk, kind, before, "ending_before"));
	const order = before === undefined ? "DESC" : "ASC";
	const rows = desk.store.all<{ body: string }>(
		`SELECT body FROM objects WHERE ${where.join(" AND ")} ORDER BY seq ${order} LIMIT ?`,
		...values,
		limit + 1,
	);
	const data = rows.slice(0, limit).map((row) => JSON.parse(row.body));
	if (before !== undefined) data.reverse();
	return { object: "list", data, has_more: rows.length > limit, url };
}

/** The `type` or `types[]` that a list of events is narrowed to. Stripe API: List all events. */
export function eventTypes(form: Form): string[] {
	return [...textsOf(form, "types"), ...textsOf(form, "type")];
}

function limitOf(form: Form): number {
	const text = textOf(form, "limit");
	if (text === undefined) return 10;
	const limit = Number(text);
	if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
		throw wrongParameter("limit", `The limit is a whole number from 1 to 100, not ${text}.`);
	}
	return limit;
}

function createdOf(form: Form): [comparison: string, seconds: number][] {
	const exact = textOf(form, "created");
	if (exact !== undefined) return [["=", secondsOf(exact)]];
	return Object.entries(groupOf(form, "created") ?? {}).map(([name, value]) => {
		const comparison = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
		if (!comparison) throw wrongParameter(`created[${name}]`, `Unknown comparison: ${name}`);
		return [comparison, secondsOf(value)];
	});
}

function secondsOf(value: unknown): number {
	const seconds = Number(value);
	if (!Number.isInteger(seconds)) throw wrongParameter("created", "Times are Unix seconds.");
	return seconds;
}

function placeOf(desk: Desk, kind: string, id: string, param: string): number {
	const row = desk.store.one<{ seq: number }>(
		"SELECT seq FROM objects WHERE id = ? AND kind = ?",
		id,
		kind,
	);
	if (!row) throw noSuch(kind, id, param);
	return row.seq;
}
