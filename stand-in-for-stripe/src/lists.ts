/** Lists with pages. Stripe API: Pagination. */
import type { Context } from "./context.ts";
import { invalidParameter, notFound } from "./errors.ts";
import { type Form, groupOf, textOf, textsOf } from "./form-encoding.ts";
import type { BalanceTransaction, StripeObject, WebhookEndpoint } from "./objects.ts";
import type { Comparison } from "./store.ts";
import type { CalculationLine, TransactionLine } from "./tax-objects.ts";

/** A page of a list, newest first. Stripe API: Pagination. */
export interface Page {
	object: "list";
	data: (StripeObject | WebhookEndpoint | TaxLine)[];
	has_more: boolean;
	url: string;
}

type TaxLine = CalculationLine | TransactionLine;

/** A limit that reads all. */
const EVERY = 1_000_000;

const COMPARISONS: Record<string, Comparison> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/**
 * One page of a kind: `limit` 1..100 (default 10), `starting_after`, `ending_before`, `created` as Unix
 * seconds or as created[gt|gte|lt|lte]. `labels` filters by intent or by event types, `keep` by anything else. Throws
 * ApiError for an invalid limit or an unknown cursor.
 */
export function listPage(
	context: Context,
	form: Form,
	kind: StripeObject["object"],
	url: string,
	labels: string[] = [],
	keep?: (object: StripeObject) => boolean,
): Page {
	const limit = readLimit(form);
	const after = cursor(context, form, kind, "starting_after");
	const before = cursor(context, form, kind, "ending_before");
	const created = readCreated(form);
	const query = { kind, labels, created, after, before, limit: keep ? EVERY : limit + 1 };
	const found = context.store.list(query).filter(keep ?? (() => true));
	const data = found.slice(0, limit);
	if (before !== undefined) data.reverse();
	return { object: "list", data, has_more: found.length > limit, url };
}

/** One page of what is part of an object, in its order: of the line items of a tax calculation, for example. */
export function membersPage(
	form: Form,
	{ data, url }: { data: (TaxLine | BalanceTransaction | WebhookEndpoint)[]; url: string },
): Page {
	const limit = readLimit(form);
	const indexOf = (param: string): number | undefined => {
		const id = textOf(form, param);
		if (id === undefined) return undefined;
		const index = data.findIndex((one) => one.id === id);
		if (index < 0) throw notFound(data[0]?.object ?? "object", id, param);
		return index;
	};
	const before = indexOf("ending_before");
	const first =
		before === undefined ? (indexOf("starting_after") ?? -1) + 1 : Math.max(0, before - limit);
	const page = data.slice(first, before ?? first + limit);
	const hasMore = before === undefined ? first + limit < data.length : first > 0;
	return { object: "list", data: page, has_more: hasMore, url };
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

function readCreated(form: Form): [comparison: Comparison, seconds: number][] {
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

/** The id in a parameter. Throws ApiError if there is no such object. */
function cursor(
	context: Context,
	form: Form,
	kind: StripeObject["object"],
	param: string,
): string | undefined {
	const id = textOf(form, param);
	if (id !== undefined && !context.store.find(kind, id)) throw notFound(kind, id, param);
	return id;
}
