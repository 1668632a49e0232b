import type { SQLInputValue } from "node:sqlite";
import type { Context } from "./context.ts";
import { invalidParameter, notFound } from "./errors.ts";
import { type Form, groupOf, textOf, textsOf } from "./form-encoding.ts";
import type { StripeObject } from "./objects.ts";

/** A page of a list, newest first. Stripe API: Pagination. */
export interface Page {
	object: "list";
	data: StripeObject[];
	has_more: boolean;
	url: string;
}

const COMPARISONS: Record<string, string> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/**
 * One page of a kind: `limit` 1..100 (default 10), `starting_after`, `ending_before`, `created` as Unix
 * seconds or as created[gt|gte|lt|lte]. `labels` filters by intent or by event types. Throws ApiError for
 * an invalid limit or an unknown cursor.
 */
export function listPage(
	context: Context,
	form: Form,
	kind: StripeObject["object"],
	url: string,
	labels: string[] = [],
): Page {
	const limit = readLimit(form);
	const endingBefore = textOf(form, "ending_before");
	const where = ["kind = ?"];
	const values: SQLInputValue[] = [kind];
	const addCondition = (condition: string, ...conditionValues: SQLInputValue[]) => {
		where.push(condition);
		values.push(...conditionValues);
	};
	if (labels.length > 0) addCondition(`label IN (${labels.map(() => "?").join(", ")})`, ...labels);
	for (const [comparison, seconds] of readCreated(form))
		addCondition(`created ${comparison} ?`, seconds);
	const startingAfter = textOf(form, "starting_after");
	if (startingAfter !== undefined)
		addCondition("seq < ?", cursorSeq(context, kind, startingAfter, "starting_after"));
	if (endingBefore !== undefined)
		addCondition("seq > ?", cursorSeq(context, kind, endingBefore, "ending_before"));
	const order = endingBefore === undefined ? "DESC" : "ASC";
	const rows = context.store.queryAll<{ body: string }>(
		`SELECT body FROM objects WHERE ${where.join(" AND ")} ORDER BY seq ${order} LIMIT ?`,
		...values,
		limit + 1,
	);
	const data = rows.slice(0, limit).map((row) => JSON.parse(row.body));
	if (endingBefore !== undefined) data.reverse();
	return { object: "list", data, has_more: rows.length > limit, url };
}

/** The `type` or `types[]` to filter events by. Stripe API: List all events. */
export function eventTypes(form: Form): string[] {
	return [...textsOf(form, "types"), ...textsOf(form, "type")];
}

function readLimit(form: Form): number {
	const text = textOf(form, "limit");
	if (text === undefined) return 10;
	const limit = Number(text);
	if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
		throw invalidParameter("limit", `The limit must be an integer from 1 to 100, not ${text}.`);
	}
	return limit;
}

function readCreated(form: Form): [comparison: string, seconds: number][] {
	const exact = textOf(form, "created");
	if (exact !== undefined) return [["=", readSeconds(exact)]];
	return Object.entries(groupOf(form, "created") ?? {}).map(([name, value]) => {
		const comparison = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
		if (!comparison) throw invalidParameter(`created[${name}]`, `Unknown comparison: ${name}`);
		return [comparison, readSeconds(value)];
	});
}

function readSeconds(value: unknown): number {
	const seconds = Number(value);
	if (!Number.isInteger(seconds))
		throw invalidParameter("created", "Timestamps must be Unix seconds.");
	return seconds;
}

function cursorSeq(context: Context, kind: string, id: string, param: string): number {
	const row = context.store.queryOne<{ seq: number }>(
		"SELECT seq FROM objects WHERE id = ? AND kind = ?",
		id,
		kind,
	);
	if (!row) throw notFound(kind, id, param);
	return row.seq;
}
