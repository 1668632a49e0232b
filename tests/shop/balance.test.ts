/** What Stripe charged and paid out: read by the job, and exact in the accounting. */
import { env } from "cloudflare:workers";
import type { APIContext } from "astro";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { GET } from "../../src/pages/dashboard/export/[file].ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { readBalance } from "../../src/shop/payments/balance.server.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { controlStripe, placePaidLine } from "../helpers/payments.ts";
import { addTool, callApi, origin, type Person, signUp } from "../helpers/shop.ts";

const realFetch = globalThis.fetch;
/** What Stripe's list says of each payout instead. */
let factsOfPayouts = {};
// Must run before the first call: the shop's client keeps its fetch.
vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
	const response = await realFetch(...request);
	const isList = response.ok && new Request(...request).url.includes("/v1/payouts?");
	if (!isList) return response;
	const list = await response.json<{ data: object[] }>();
	return Response.json({ ...list, data: list.data.map((one) => ({ ...one, ...factsOfPayouts })) });
});

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
});

// A test may have read at a later time.
beforeEach(() => env.DB.exec("update balance_reads set leased_until = 0"));

/** The lines of the accounting, by their headings. */
async function accounting(): Promise<Record<string, string>[]> {
	const request = new Request(`${origin}/dashboard/export/accounting.csv`, {
		headers: { Cookie: admin.cookie },
	});
	// The route reads only these parts of Astro's context.
	const context = { request, params: { file: "accounting.csv" } } as unknown as APIContext;
	const [headings, ...lines] = parseCsv(await ((await GET(context)) as Response).text());
	return lines.map(({ cells }) =>
		Object.fromEntries(
			(headings?.cells ?? []).map((heading, place) => [heading, cells[place] ?? ""]),
		),
	);
}

/** The lines of these orders. */
async function linesOf(...placed: { line: { _id: string } }[]) {
	const ids = placed.map(({ line }) => line._id);
	return (await accounting()).filter((row) => ids.includes(row["Order ID"] ?? ""));
}

/** The sum of a column in cents. */
const sum = (lines: Record<string, string>[], column: string) =>
	lines.reduce((total, line) => total + Math.round(Number(line[column]) * 100), 0);

const minutes = (count: number) => Date.now() + count * 60_000;

it("a key that may not read the balance is logged once, and the export stays empty", async () => {
	const tool = await addTool({ quantity: 50, priceCents: 1999 });
	const placed = await placePaidLine(rider, tool);
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	const told = () => log.mock.calls.flat().filter((line) => /balance_not_permitted/.test(line));
	await controlStripe("/_faults", { api: { fault: "403", only: "GET /v1/balance_transactions" } });
	await readBalance();
	await readBalance(minutes(10));
	await readBalance(minutes(25 * 60));
	expect(told()).toHaveLength(1);
	log.mockRestore();
	await controlStripe("/_faults", { api: "ok" });
	expect(await linesOf(placed)).toEqual([
		expect.objectContaining({ Fee: "", "Net after fee": "", Payout: "", "Paid out": "" }),
	]);
	await readBalance(minutes(25 * 60));
	expect(sum(await linesOf(placed), "Fee")).toBe(0);
	await readBalance(minutes(50 * 60));
	expect(sum(await linesOf(placed), "Fee")).toBe(30 + 58);
});

it("fees, nets and payouts are exact, by pages and after a failure", async () => {
	const tool = await addTool({ quantity: 50, priceCents: 3333 });
	const first = await placePaidLine(rider, tool);
	const second = await placePaidLine(rider, tool, 3);
	await callApi("POST", `/order/${first.line._id}/refund`, {
		token: admin.token,
		body: { amount: 10.01, reason: "other" },
	});
	await reconcile();
	await controlStripe("/_payouts", { status: "paid" });
	// A run that ends between two calls continues with the next one.
	await controlStripe("/_faults", { api: { fault: "500", only: "GET /v1/payouts", count: 1 } });
	await expect(readBalance()).rejects.toThrow();
	expect((await linesOf(first, second)).map(({ Payout }) => Payout)).toEqual(["", "", ""]);
	await readBalance();
	const later = await placePaidLine(rider, tool);
	await readBalance();

	const lines = await accounting();
	const paidOut = (await linesOf(first, second)).filter(({ Payout }) => Payout !== "");
	expect(paidOut).toHaveLength(3);
	const { results } = await env.DB.prepare(
		"select currency, amount_cents, (select sum(net_cents) from balance_transactions where payout_id = payouts.id) as net from payouts where id = ?",
	)
		.bind(paidOut[0]?.Payout ?? "")
		.all();
	// The shop's lines are the whole payout but for what earlier tests have left at this stand-in.
	expect(results).toEqual([
		{ currency: "USD", amount_cents: results[0]?.net, net: results[0]?.net },
	]);
	// A refund's gross is negative.
	expect(sum(lines, "Gross") - sum(lines, "Fee")).toBe(sum(lines, "Net after fee"));
	expect(paidOut.find(({ Type }) => Type === "refund")).toMatchObject({
		Refund: "10.01",
		Fee: "0.00",
		"Net after fee": "-10.01",
		"Balance currency": "USD",
		Payout: paidOut[0]?.Payout,
		"Paid out": new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
	});
	expect(lines.find(({ Transaction }) => Transaction === later.payment.id)).toMatchObject({
		Gross: "33.33",
		Fee: "1.27",
		"Net after fee": "32.06",
		Payout: "",
	});
});

it("a payout is read once Stripe knows all that is in it, which it never does of one by hand", async () => {
	const placed = await placePaidLine(rider, await addTool());
	const { id } = await controlStripe<{ id: string }>("/_payouts", { status: "paid" });
	for (const [facts, payout] of [
		[{ reconciliation_status: "in_progress" }, ""],
		[{ automatic: false }, ""],
		[{}, id],
	] as const) {
		factsOfPayouts = facts;
		await readBalance();
		expect(await linesOf(placed)).toEqual([expect.objectContaining({ Payout: payout })]);
	}
});

it("a payout that failed is not shown, also when two runs read at once", async () => {
	const tool = await addTool({ quantity: 50, priceCents: 2500 });
	const first = await placePaidLine(rider, tool);
	const failed = await controlStripe<{ id: string }>("/_payouts", { status: "paid" });
	await readBalance();
	expect(await linesOf(first)).toEqual([expect.objectContaining({ Payout: failed.id })]);
	await controlStripe("/_payouts", { payout: failed.id, status: "failed" });
	await Promise.all([readBalance(), readBalance()]);
	expect((await accounting()).map(({ Payout }) => Payout)).not.toContain(failed.id);
	const second = await placePaidLine(rider, tool);
	const { amount, id } = await controlStripe<{ id: string; amount: number }>("/_payouts", {});
	await readBalance();
	const last = (await linesOf(first, second)).filter(({ Payout }) => Payout === id);
	expect(last).toEqual([expect.objectContaining({ "Order ID": second.line._id })]);
	// It also pays what the failed one did.
	expect(amount).toBeGreaterThan(sum(last, "Net after fee"));
});

it("a window begins before the end of the one before: what is listed late is read", async () => {
	await placePaidLine(rider, await addTool());
	await readBalance();
	await env.DB.exec("update balance_reads set since = 0");
	const began = Date.now();
	await readBalance();
	const { results } = await env.DB.prepare(
		"select list, since, until, after from balance_reads order by list",
	).all<{ list: string; since: number }>();
	const [payouts, transactions] = results;
	expect(results).toMatchObject([
		{ list: "payouts", until: null, after: null },
		{ list: "transactions", until: null, after: null },
	]);
	expect((began - Number(payouts?.since)) / 86_400_000).toBeCloseTo(14, 1);
	expect((began - Number(transactions?.since)) / 60_000).toBeCloseTo(10, 0);
});

it("a list that another run is reading is left to it, until its lease ends", async () => {
	const placed = await placePaidLine(rider, await addTool());
	await readBalance();
	const later = await placePaidLine(rider, await addTool());
	await env.DB.prepare("update balance_reads set leased_until = ?").bind(minutes(3)).run();
	await readBalance();
	expect((await linesOf(placed, later)).map(({ Fee }) => Fee)).toEqual(["1.05", ""]);
	await readBalance(minutes(4));
	expect((await linesOf(placed, later)).map(({ Fee }) => Fee)).toEqual(["1.05", "1.05"]);
});

it("a dispute has a line for what was withdrawn, for its fee, and for what was won back", async () => {
	const tool = await addTool({ quantity: 50, priceCents: 4000 });
	const { line, payment } = await placePaidLine(rider, tool);
	await readBalance();
	const before = await accounting();
	const { id } = await controlStripe<{ id: string }>("/_disputes", {
		payment_intent: payment.id,
		reason: "fraudulent",
	});
	await readBalance();
	const disputed = {
		"Order ID": line._id,
		Currency: "USD",
		Gross: "",
		Refund: "",
		Transaction: id,
	};
	expect((await accounting()).slice(before.length)).toEqual([
		expect.objectContaining({
			...disputed,
			Type: "dispute",
			Dispute: "40.00",
			Fee: "0.00",
			"Net after fee": "-40.00",
		}),
		expect.objectContaining({
			...disputed,
			Type: "dispute fee",
			Dispute: "",
			Fee: "15.00",
			"Net after fee": "-15.00",
		}),
	]);
	await controlStripe("/_disputes", { dispute: id, status: "won" });
	await readBalance();
	const lines = await accounting();
	expect(lines.find(({ Type }) => Type === "dispute won")).toMatchObject({
		...disputed,
		Type: "dispute won",
		Dispute: "-40.00",
		Fee: "0.00",
		"Net after fee": "40.00",
	});
	expect(lines).toHaveLength(before.length + 3);
	for (const column of ["Gross", "Refund"]) expect(sum(lines, column)).toBe(sum(before, column));
	expect(sum(lines, "Gross") - sum(lines, "Dispute") - sum(lines, "Fee")).toBe(
		sum(lines, "Net after fee"),
	);
});
