/** Payments at Stripe and images in the bucket, compared with the database page by page. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jobGraceMs } from "../../src/shop/health/health.ts";
import {
	checkService,
	recheckFinding,
	type ServiceCheck,
} from "../../src/shop/health/service-checks.server.ts";
import { addTool, placeLine, signUp } from "../helpers/shop.ts";

/** The parts of a payment at Stripe that the shop compares, and how it is when the shop retrieves it. */
interface Payment {
	created: number;
	status?: Stripe.PaymentIntent.Status;
	currency?: string;
	metadata?: Record<string, string> | null;
	latest_charge?: string | { amount_refunded: number } | null;
	later?: Partial<Payment> | "rejected";
}

/** The payments at Stripe by their ids, the newest first. */
const payments = new Map<string, Payment>();
/** The calls that the shop has sent, each with its parameters. */
const calls: string[] = [];
/** Runs once, while the shop waits for the answer to its next call. */
let meanwhile: (() => Promise<unknown>) | undefined;

/** A payment as Stripe returns it: its charge is an id, unless the call expands it. */
function intentOf(
	id: string,
	{ later: _, latest_charge: charge = null, ...payment }: Payment,
	expanded: boolean,
) {
	return {
		id,
		object: "payment_intent",
		status: "succeeded",
		amount_received: 500,
		currency: "usd",
		metadata: {},
		...payment,
		latest_charge: expanded || charge === null ? charge : "ch_1",
	};
}

function listPayments(query: URLSearchParams) {
	const [from, to] = [Number(query.get("created[gte]")), Number(query.get("created[lte]"))];
	const limit = Number(query.get("limit"));
	const all = [...payments].filter(([, { created }]) => created >= from && created <= to);
	const start = all.findIndex(([id]) => id === query.get("starting_after")) + 1;
	const expanded = query.get("expand[0]") === "data.latest_charge";
	const data = all
		.slice(start, start + limit)
		.map(([id, payment]) => intentOf(id, payment, expanded));
	return { object: "list", url: "/v1/payment_intents", has_more: all.length > start + limit, data };
}

const realFetch = globalThis.fetch;
// Before the first call: the shop's client keeps its fetch.
vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
	const { origin, pathname, searchParams } = new URL(new Request(...args).url);
	if (origin !== env.STRIPE_API_URL) return realFetch(...args);
	const [, id = ""] = pathname.split("/payment_intents/");
	calls.push(id || `list ${searchParams.get("starting_after") ?? ""}`);
	const work = meanwhile;
	meanwhile = undefined;
	await work?.();
	const found = payments.get(id);
	if (!id) return Response.json(listPayments(searchParams));
	if (!found) return Response.json({ error: { code: "resource_missing" } }, { status: 404 });
	if (found.later === "rejected")
		return Response.json({ error: { type: "invalid_request_error" } }, { status: 400 });
	const expanded = searchParams.get("expand[0]") === "latest_charge";
	return Response.json(intentOf(id, { ...found, ...found.later }, expanded));
});

const dayMs = 24 * 60 * 60_000;
/** When the rounds of these tests start: a whole second. */
const time = Date.UTC(2026, 10, 23);
/** The end of what a round compares, in milliseconds, and its start. */
const until = time - jobGraceMs;
const since = until - 30 * dayMs;

beforeEach(async () => {
	payments.clear();
	calls.length = 0;
	await env.DB.batch(
		[
			"broken_rows",
			"health_checks",
			"images",
			"refunds",
			"orders",
			"orders",
			"balance_transactions",
		].map((table) => env.DB.prepare(`delete from ${table}`)),
	);
	return () => vi.restoreAllMocks();
});

const stateOf = (name: ServiceCheck) =>
	env.DB.prepare(
		"select position, checked, started_at as startedAt, finished_at as finishedAt, finished_count as finishedCount from health_checks where name = ?",
	)
		.bind(name)
		.first();

/** What the findings of a check say of which payment, order or image. */
async function findingsOf(name: ServiceCheck): Promise<Record<string, string>> {
	const { results } = await env.DB.prepare(
		"select subject, message from broken_rows where table_name = ? order by subject",
	)
		.bind(name)
		.all<{ subject: string; message: string }>();
	return Object.fromEntries(results.map(({ subject, message }) => [subject, message]));
}

/** Compares all, and returns what differs. */
async function compare(name: ServiceCheck): Promise<Record<string, string>> {
	await checkService(name, { slices: 50, now: true, time });
	expect(await stateOf(name)).toMatchObject({ position: null, startedAt: null, finishedAt: time });
	return findingsOf(name);
}

/** Names of so many payments, images or orders, in the order of the database. */
const names = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);

/** Adds payments at Stripe, a second before the end unless it says more. */
function addPayments(ids: string[], payment: Partial<Payment> = {}): void {
	for (const id of ids) payments.set(id, { created: until / 1000, ...payment });
}

/** Inserts orders of 5 dollars, paid by the payment `pi_` and their id. */
async function insertOrders(
	ids: string[],
	{ paidAt = until - 1, paidBy = "pi_" }: { paidAt?: number | null; paidBy?: string | null } = {},
): Promise<void> {
	await env.DB.prepare(
		"insert into orders (id, name, email, phone, line1, address, items_cents, total_cents, currency, request_key, created_at, expires_at, paid_at, transaction_id) select value, 'A', value || '@example.test', '1', 'Here', 'Here', 500, 500, 'USD', value, 0, 0, ?2, ?3 || value from json_each(?1)",
	)
		.bind(JSON.stringify(ids), paidAt, paidBy)
		.run();
}

/** Inserts that Stripe's balance has the payments of these orders. */
async function insertBalance(ids: string[], category = "charge"): Promise<void> {
	await env.DB.prepare(
		"insert into balance_transactions (id, source_id, intent_id, category, amount_cents, fee_cents, net_cents, currency, created_at, available_at) select value, value, 'pi_' || value, ?2, 500, 0, 500, 'USD', 0, 0 from json_each(?1)",
	)
		.bind(JSON.stringify(ids), category)
		.run();
}

const pays = (id: string) => ({ metadata: { orderId: id } });
const noLine = "pays an order that this shop does not have";

describe("the payments at Stripe", () => {
	it("are those of thirty days but the newest, a hundred a call", async () => {
		addPayments(names("new", 3), { created: until / 1000 + 1 });
		addPayments(names("pi", 250));
		addPayments(["oldest"], { created: since / 1000 });
		addPayments(["older"], { created: since / 1000 - 1 });
		expect(await compare("payments")).toEqual({});
		expect(calls).toEqual(["list ", "list pi0099", "list pi0199"]);
		expect(await stateOf("payments")).toMatchObject({ finishedCount: 251, checked: 0 });
	});

	it("are compared four pages a run, from where the last run has ended", async () => {
		addPayments(names("pi", 600));
		vi.spyOn(Date, "now").mockReturnValue(time);
		await checkService("payments");
		expect(calls).toHaveLength(4);
		expect(await stateOf("payments")).toEqual({
			position: "intent pi0399",
			checked: 400,
			startedAt: time,
			finishedAt: null,
			finishedCount: 0,
		});
		await checkService("payments");
		expect(calls.slice(4)).toEqual(["list pi0399", "list pi0499"]);
		expect(await stateOf("payments")).toMatchObject({ finishedCount: 600, checked: 0 });
		// The next round starts a day later.
		await checkService("payments");
		expect(calls).toHaveLength(6);
	});

	it("are looked at again one by one, twenty a page, if they differ", async () => {
		const ids = names("pi", 130);
		addPayments(ids);
		const different = ids.filter((_, index) => index % 3 === 1);
		addPayments(different, pays("unknown"));
		expect(await compare("payments")).toEqual(
			Object.fromEntries(different.map((id) => [id, noLine])),
		);
		expect(calls.filter((call) => !call.startsWith("list"))).toEqual(different);
		expect(calls.filter((call) => call.startsWith("list"))).toEqual([
			"list ",
			`list ${different[19]}`,
			`list ${different[39]}`,
		]);
		expect(await stateOf("payments")).toMatchObject({ finishedCount: 130 });
	});

	it("differ only if they still do when the shop looks at them again", async () => {
		addPayments(["gone"], pays("unknown"));
		addPayments(["refunded"], {
			...pays("unknown"),
			later: { latest_charge: { amount_refunded: 500 } },
		});
		addPayments(["wrong"], pays("unknown"));
		meanwhile = async () => {
			meanwhile = async () => payments.delete("gone");
		};
		expect(await compare("payments")).toEqual({ wrong: noLine });
		expect(calls).toEqual(["list ", "gone", "refunded", "wrong"]);
	});

	it("name their checkout, and tell what was refunded", async () => {
		await insertOrders(["open"], { paidAt: null, paidBy: null });
		await insertOrders(["paid"]);
		await insertBalance(["paid"]);
		const unpaid = "paid order open, which is still unpaid here";
		addPayments(["foreign"], { metadata: null });
		addPayments(["unnamed"], { metadata: { other: "x" } });
		addPayments(["incomplete"], { ...pays("unknown"), status: "requires_action" });
		addPayments(["missed"], pays("open"));
		addPayments(["of_order"], { metadata: { orderId: "open" } });
		addPayments(["in_euros"], { ...pays("open"), currency: "eur" });
		addPayments(["with_charge"], { ...pays("open"), latest_charge: "ch_1" });
		addPayments(["in_part"], { ...pays("open"), latest_charge: { amount_refunded: 100 } });
		addPayments(["in_full"], { ...pays("open"), latest_charge: { amount_refunded: 500 } });
		addPayments(["pi_paid"], pays("paid"));
		addPayments(["second"], pays("paid"));
		expect(await compare("payments")).toEqual({
			missed: unpaid,
			of_order: unpaid,
			in_euros: "paid 5.00 EUR for order open, which costs 5.00 USD",
			with_charge: unpaid,
			in_part: "was refunded only in part, 1.00 USD of 5.00 USD",
			second: "paid order paid a second time, and is neither refunded nor due",
		});
		expect(calls).not.toContain("pi_paid");
	});

	it("are compared again from there if Stripe rejects a call", async () => {
		addPayments(names("pi", 100));
		addPayments(["wrong"], { ...pays("unknown"), later: "rejected" });
		await expect(checkService("payments", { now: true, time })).rejects.toMatchObject({
			code: "payments_failed",
		});
		expect(await stateOf("payments")).toMatchObject({ position: "intent pi0099", checked: 100 });
		addPayments(["wrong"], pays("unknown"));
		expect(await compare("payments")).toEqual({ wrong: noLine });
	});

	it("are refunded at Stripe if the shop has refunded them", async () => {
		const line = await placeLine(await signUp(), await addTool());
		await insertOrders(["open"], { paidAt: null, paidBy: null });
		const insert = env.DB.prepare(
			"insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, stripe_refund_id, created_at, done_at, retry_at) values (?1, ?1, ?1, ?2, 500, 'not_awaited', iif(?3 is null, 'due', 'done'), ?1, 0, ?3, iif(?3 is null, 1, null))",
		);
		await env.DB.batch([insert.bind("due", line._id, null), insert.bind("done", line._id, 1)]);
		addPayments(["due", "done", "neither"], pays("open"));
		expect(await compare("payments")).toEqual({
			done: "is recorded as refunded, but Stripe has no refund of it",
			neither: "paid order open, which is still unpaid here",
		});
	});
});

describe("paid checkouts", () => {
	const missing = (id: string) => `is paid here by pi_${id}, but not at Stripe`;

	it("are retrieved at Stripe if its balance does not have their payment", async () => {
		await insertOrders(["known", "refunded", "right", "cheaper", "unpaid"]);
		await insertBalance(["known"]);
		await insertBalance(["refunded"], "refund");
		// Belongs to another shop, and so is not in the list.
		addPayments(["pi_right"], { created: 0 });
		addPayments(["pi_cheaper"], { created: 0, currency: "eur" });
		addPayments(["pi_unpaid"], { created: 0, status: "canceled" });
		expect(await compare("payments")).toEqual({
			refunded: missing("refunded"),
			cheaper: "costs 5.00 USD, but 5.00 EUR was paid",
			unpaid: missing("unpaid"),
		});
		expect(calls).toEqual(["list ", "pi_cheaper", "pi_refunded", "pi_right", "pi_unpaid"]);
	});

	it("are those of thirty days but the newest, in the order of their payments", async () => {
		await insertOrders(["newest"], { paidAt: until });
		await insertOrders(["new"], { paidAt: until - 1 });
		await insertOrders(["b", "a"], { paidAt: until - 5 });
		await insertOrders(["1st"], { paidAt: since });
		await insertOrders(["older"], { paidAt: since - 1 });
		const compared = ["1st", "a", "b", "new"];
		expect(await compare("payments")).toEqual(
			Object.fromEntries(compared.toSorted().map((id) => [id, missing(id)])),
		);
		expect(calls).toEqual(["list ", ...compared.map((id) => `pi_${id}`)]);
		expect(await stateOf("payments")).toMatchObject({ finishedCount: 0 });
	});

	it.each([
		{ count: 45, known: 0 },
		{ count: 40, known: 0 },
		{ count: 21, known: 999 },
		{ count: 20, known: 1000 },
		{ count: 1, known: 1999 },
	])(
		"are looked at in slices: $count that Stripe may lack after $known",
		async ({ count, known }) => {
			await insertOrders(names("known", known), { paidAt: until - 2 });
			await insertBalance(names("known", known));
			const lost = names("lost", count);
			await insertOrders(lost);
			expect(Object.keys(await compare("payments"))).toEqual(lost);
			expect(calls).toEqual(["list ", ...lost.map((id) => `pi_${id}`)]);
		},
	);

	it("are looked at twenty a run, and those with a balance after them in the same one", async () => {
		await insertOrders(names("lost", 25), { paidAt: until - 9 });
		await insertOrders(names("known", 3), { paidAt: until - 10 });
		await insertBalance(names("known", 3));
		await checkService("payments", { slices: 2, now: true, time });
		expect(calls).toHaveLength(21);
		expect(await stateOf("payments")).toMatchObject({
			position: `order ${until - 9} lost0019`,
			startedAt: time,
		});
		await checkService("payments", { slices: 1, time });
		expect(calls.slice(21)).toEqual(names("pi_lost", 25).slice(20));
		expect(await stateOf("payments")).toMatchObject({ finishedAt: time });
	});
});

describe("a check", () => {
	it("does not go back to where a slower run has begun", async () => {
		addPayments(names("pi", 600));
		meanwhile = () => checkService("payments", { slices: 2, time });
		await checkService("payments", { slices: 1, time });
		expect(await stateOf("payments")).toMatchObject({ position: "intent pi0199", checked: 200 });
		meanwhile = () => checkService("payments", { slices: 2, time });
		await checkService("payments", { slices: 1, time });
		expect(await stateOf("payments")).toMatchObject({ position: "intent pi0399", checked: 400 });
	});

	it("ends with the findings that it has seen, and keeps those of others", async () => {
		const insert = (table: string, subject: string, seenAt: number) =>
			env.DB.prepare("insert into broken_rows values (?, 'old', ?, 0, ?)").bind(
				table,
				subject,
				seenAt,
			);
		await env.DB.batch([
			insert("payments", "ended", time - 1),
			insert("payments", "of this round", time),
			insert("images", "other", 0),
		]);
		addPayments(["wrong"], pays("unknown"));
		addPayments(names("pi", 100));
		await checkService("payments", { slices: 1, time });
		expect(Object.keys(await findingsOf("payments"))).toEqual(["ended", "of this round", "wrong"]);
		await checkService("payments", { slices: 50, time: time + 1 });
		expect(Object.keys(await findingsOf("payments"))).toEqual(["of this round", "wrong"]);
		expect(await findingsOf("images")).toEqual({ other: "old" });
	});

	it("keeps when it has found something first", async () => {
		addPayments(["wrong"], pays("unknown"));
		await compare("payments");
		await checkService("payments", { now: true, time: time + 5 });
		const { results } = await env.DB.prepare(
			"select found_at as foundAt, seen_at as seenAt from broken_rows",
		).all();
		expect(results).toEqual([{ foundAt: time, seenAt: time + 5 }]);
	});

	it("calls Stripe no faster than the payments of customers leave room for", async () => {
		env.STRIPE_JOB_CALLS = "50";
		const wait = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
		addPayments(names("pi", 3), pays("unknown"));
		await compare("payments");
		expect(wait.mock.calls).toEqual([[20], [20], [20], [20]]);
	});
});

describe("a finding that somebody looks at again", () => {
	it.each<[what: string, check: ServiceCheck, subject: string, message: string, isRight: boolean]>([
		["a payment that is wrong", "payments", "wrong", noLine, false],
		["a payment that is wrong in another way", "payments", "wrong", "old", true],
		["a payment that Stripe does not have", "payments", "pi_none", noLine, true],
		["a checkout without payment", "payments", "open", "old", true],
		[
			"a checkout that Stripe has not",
			"payments",
			"lost",
			"is paid here by pi_lost, but not at Stripe",
			false,
		],
		[
			"a checkout that Stripe has",
			"payments",
			"kept",
			"is paid here by pi_kept, but not at Stripe",
			true,
		],
		[
			"an image without object",
			"images",
			"a".repeat(32),
			"has a row but is not in the bucket",
			false,
		],
		["an image without row", "images", "b".repeat(32), "is in the bucket but has no row", false],
		[
			"an image that was deleted",
			"images",
			"c".repeat(32),
			"is in the bucket but has no row",
			true,
		],
	])("is %s", async (_, name, subject, message, isRight) => {
		await insertOrders(["open"], { paidAt: null, paidBy: null });
		await insertOrders(["lost", "kept"]);
		addPayments(["pi_kept"], pays("kept"));
		addPayments(["wrong"], { ...pays("unknown"), status: "succeeded" });
		await insertImages(["a".repeat(32)]);
		await env.MEDIA.put("b".repeat(32), "image");
		const insert = env.DB.prepare("insert into broken_rows values (?, ?, ?, 0, 0)");
		await env.DB.batch([
			insert.bind(name, message, subject),
			insert.bind(name, message, "other"),
			insert.bind("tools", message, subject),
		]);
		expect(await recheckFinding(name, { subject, message })).toBe(isRight);
		const { results } = await env.DB.prepare(
			"select table_name as name, subject from broken_rows order by name, subject",
		).all();
		expect(results).toHaveLength(isRight ? 2 : 3);
		expect(results).toContainEqual({ name, subject: "other" });
		expect(results).toContainEqual({ name: "tools", subject });
		await env.MEDIA.delete("b".repeat(32));
	});
});

/** Inserts rows of images. */
async function insertImages(keys: string[], deletingAt: number | null = null): Promise<void> {
	await env.DB.prepare(
		"insert into images (key, type, bytes, width, height, created_at, deleting_at) select value, 'image/webp', 7, 1, 1, 0, ?2 from json_each(?1)",
	)
		.bind(JSON.stringify(keys), deletingAt)
		.run();
}

describe("images", () => {
	const noObject = "has a row but is not in the bucket";
	const noRow = "is in the bucket but has no row";
	/** Keys of images by their numbers, in the order of the bucket. */
	const keyOf = (number: number) => String(number).padStart(32, "0");
	const keys = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => keyOf(from + index));

	/** The bucket has these, uploaded two days and a second before the round, or later. */
	function fillBucket(stored: string[], uploadedMs = time - 2 * dayMs - 1000): void {
		const objects = stored
			.toSorted()
			.map((key) => ({ key, uploaded: new Date(uploadedMs) }) as R2Object);
		vi.spyOn(env.MEDIA, "list").mockImplementation(
			async ({ startAfter = "", limit = 1000 } = {}) => {
				const after = objects.filter(({ key }) => key > startAfter);
				return {
					objects: after.slice(0, limit),
					delimitedPrefixes: [],
					truncated: after.length > limit,
				} as unknown as R2Objects;
			},
		);
		vi.spyOn(env.MEDIA, "head").mockImplementation(
			async (key) => objects.find((one) => one.key === key) ?? null,
		);
	}

	it.each<[what: string, rows: string[], objects: string[]]>([
		["no rows and no objects", [], []],
		["a page of both", keys(0, 1000), keys(0, 1000)],
		["more than a page of both", keys(0, 2100), keys(0, 2100)],
		["more rows than objects", keys(0, 1010), keys(5, 1010)],
		["more objects than rows", keys(5, 1010), keys(0, 1010)],
		["a page of rows, few objects", keys(0, 1010), keys(10, 1010)],
		["rows that end in the middle of the objects", keys(0, 1500), keys(0, 1520)],
		["objects that end in the middle of the rows", keys(0, 1520), keys(0, 1500)],
		["other rows than objects", keys(0, 30), keys(30, 70)],
		["a page of rows before all objects", keys(0, 1003), keys(3, 1010)],
		["other objects at the end", keys(0, 3), [...keys(0, 2), "variants/x/1.webp"]],
	])("are compared: %s", async (_, rows, objects) => {
		await insertImages(rows);
		fillBucket(objects);
		const isImage = (key: string) => !key.startsWith("variants");
		const different = [
			...rows.filter((key) => !objects.includes(key)).map((key) => [key, noObject]),
			...objects.filter((key) => isImage(key) && !rows.includes(key)).map((key) => [key, noRow]),
		];
		expect(await compare("images")).toEqual(Object.fromEntries(different));
		expect(env.MEDIA.head).toHaveBeenCalledTimes(different.length);
		expect(await stateOf("images")).toMatchObject({ finishedCount: rows.length });
	});

	it("are looked at one by one if they differ, twenty a slice", async () => {
		await insertImages([...keys(0, 25), ...keys(30, 35)]);
		fillBucket(keys(30, 40));
		await checkService("images", { slices: 1, time });
		expect(await stateOf("images")).toMatchObject({ position: keyOf(19), checked: 20 });
		expect(env.MEDIA.head).toHaveBeenCalledTimes(20);
		await checkService("images", { slices: 1, time });
		expect(await stateOf("images")).toMatchObject({ position: null, finishedCount: 30 });
		expect(env.MEDIA.head).toHaveBeenCalledTimes(30);
	});

	it.each([
		{ ageMs: 2 * dayMs, found: [] },
		{ ageMs: 2 * dayMs + 1, found: [keyOf(1)] },
	])("without a row may be on their way for two days: $ageMs ms", async ({ ageMs, found }) => {
		fillBucket([keyOf(1)], time - ageMs);
		expect(Object.keys(await compare("images"))).toEqual(found);
	});

	it("that the job deletes are no difference", async () => {
		await insertImages([keyOf(1), keyOf(2)], time);
		fillBucket([keyOf(2)]);
		expect(await compare("images")).toEqual({});
		expect(await stateOf("images")).toMatchObject({ finishedCount: 0 });
	});
});
