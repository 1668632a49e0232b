/** The history in a database with all constraints, looked at by the doctor. tests/demo proves that a play makes its rows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripe } from "@cogsmith/stand-in-for-stripe";
import { recordPast } from "@cogsmith/stand-in-for-stripe/past";
import Stripe from "stripe";
import * as v from "valibot";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runChecks } from "../../../ops/doctor/run-checks.ts";
import { healthyShop, imageKey, testTarget } from "../../../ops/doctor/testing.ts";
import { addressSchema } from "../../../src/shop/addresses/address.ts";
import { demoAccounts } from "../accounts.ts";
import { demoReviews, demoTools } from "../data.ts";
import { readRows, statementsOf } from "../rows.ts";
import { canHaveHistory, historyFile, paymentsOf } from "./history.ts";

/** A Thursday, and the Monday after: weekends are in different places of the last days. */
const ends = [Date.UTC(2026, 10, 26, 14), Date.UTC(2026, 10, 30, 7)];
const [now = 0] = ends;
const image = `/images/${imageKey("a")}`;
const rows = readRows(historyFile, now, () => image);
/** What this file reads of rows. */
type Read = Readonly<
	Record<
		| "id"
		| "email"
		| "reason"
		| "country"
		| "tool_id"
		| "order_id"
		| "offer_id"
		| "sale_id"
		| "transaction_id"
		| "user_id"
		| "line_id"
		| "status"
		| "state"
		| "description"
		| "address"
		| "line1"
		| "line2"
		| "city"
		| "region"
		| "postal_code",
		string
	> &
		Record<
			| "quantity"
			| "unit_price_cents"
			| "price_cents"
			| "discount_cents"
			| "shipping_cents"
			| "tax_cents"
			| "total_cents"
			| "refunded_cents"
			| "created_at"
			| "paid_at"
			| "closed_at"
			| "expires_at"
			| "cancelled_at"
			| "refunded_at"
			| "packed_at"
			| "shipped_at"
			| "done_at",
			number
		>
>;
const table = (name: string) => (rows.get(name) ?? []) as unknown as Read[];
const dayMs = 24 * 60 * 60_000;
const count = (found: readonly unknown[]) => found.length;

describe("the demo's history", () => {
	it.each(ends)("leaves nothing for the doctor to find when it ends at %i", async (end) => {
		// The doctor looks at what is late.
		vi.useFakeTimers({ toFake: ["Date"], now: end });
		onTestFinished(() => void vi.useRealTimers());
		const { target, stripe } = await openTarget(end);
		const checks = await runChecks({ ...target, connectStripe: async () => stripe }, 400);
		expect(checks.filter(({ status }) => status !== "ok")).toEqual([]);
	});

	it("has as many orders, customers, refunds and reviews as a small shop has in six months", () => {
		expect(count(table("orders"))).toBeGreaterThanOrEqual(300);
		expect(count(table("orders"))).toBeLessThanOrEqual(450);
		const customers = new Set(table("orders").map(({ email }) => email));
		expect(customers.size).toBeGreaterThanOrEqual(60);
		expect(customers.size).toBeLessThanOrEqual(120);
		expect(count(table("refunds"))).toBeGreaterThanOrEqual(12);
		expect(count(table("refunds"))).toBeLessThanOrEqual(20);
		expect(count(table("reviews"))).toBe(90);
		const lately = table("refunds").filter(({ done_at }) => done_at && now - done_at < 14 * dayMs);
		expect(count(lately)).toBeGreaterThan(0);
		for (const kind of ["cancelled", "damaged", "out_of_stock", "requested_by_customer", "other"])
			expect(table("refunds").map(({ reason }) => reason)).toContain(kind);
		expect(new Set(table("orders").map(({ country }) => country)).size).toBeGreaterThan(5);
		expect(new Set(table("order_lines").map(({ tool_id }) => tool_id)).size).toBe(demoTools.length);
	});

	it("adds up the money of each order", () => {
		for (const order of table("orders")) {
			const lines = table("order_lines").filter(({ order_id }) => order_id === order.id);
			const items = lines.reduce((sum, line) => sum + line.unit_price_cents * line.quantity, 0);
			const discounts = lines.reduce((sum, { discount_cents = 0 }) => sum + discount_cents, 0);
			const { shipping_cents = 0, tax_cents = 0, total_cents } = order;
			expect(total_cents).toBe(items - discounts + shipping_cents + tax_cents);
		}
		for (const { id } of table("offers"))
			expect(
				table("order_offers").filter(({ offer_id }) => offer_id === id).length,
			).toBeGreaterThan(5);
		const paid = table("orders").filter(({ transaction_id }) => transaction_id);
		expect(paymentsOf(rows).map(({ amount }) => amount)).toEqual(
			paid.map(({ total_cents }) => total_cents),
		);
	});

	it("ends with orders that are packed and that await their payment", () => {
		const last = table("orders").filter(({ created_at }) => now - created_at < 2 * dayMs);
		const ofLast = table("order_lines").filter(({ order_id }) =>
			last.some(({ id }) => id === order_id),
		);
		expect(count(ofLast.filter(({ status }) => status === "Shipped"))).toBe(0);
		const unpaid = table("orders").filter(({ paid_at, closed_at }) => !paid_at && !closed_at);
		expect(count(unpaid)).toBe(3);
		for (const { expires_at } of unpaid) expect(expires_at).toBeGreaterThan(now);
		for (const { created_at } of table("orders")) expect(created_at).toBeLessThanOrEqual(now);
		for (const { created_at } of table("audit")) expect(created_at).toBeLessThanOrEqual(now);
	});

	it("shows the demo rider an order in each state", () => {
		const own = table("orders").filter(({ user_id }) => user_id === "demo-rider");
		const lines = table("order_lines").filter(({ user_id }) => user_id === "demo-rider");
		expect(count(own)).toBe(8);
		expect(count(own.filter(({ paid_at }) => !paid_at))).toBe(1);
		expect(count(lines.filter(({ cancelled_at }) => cancelled_at))).toBe(1);
		expect(lines.some((line) => (line.refunded_cents ?? 0) > 0 && !line.refunded_at)).toBe(true);
		expect(lines.some(({ status, packed_at }) => status === "Pending" && packed_at)).toBe(true);
	});

	it("keeps the reviews of data.ts the newest, in their order", () => {
		const newest = table("reviews").toSorted((a, b) => b.created_at - a.created_at);
		expect(newest.slice(0, demoReviews.length).map(({ description }) => description)).toEqual(
			demoReviews.map(({ description }) => description),
		);
	});

	it("has reviews of every tool but one, each of a paid order of it and once of a customer", () => {
		const lines = new Map(table("order_lines").map((line) => [line.id, line]));
		for (const { line_id, tool_id, user_id, created_at } of table("reviews")) {
			const line = lines.get(line_id ?? "");
			if (tool_id === null) continue;
			expect([line?.tool_id, line?.user_id]).toEqual([tool_id, user_id]);
			expect(line?.shipped_at).toBeLessThan(created_at);
		}
		const pairs = table("reviews").map(({ user_id, tool_id }) => `${user_id} ${tool_id}`);
		expect(new Set(pairs).size).toBe(pairs.length);
		const reviewed = new Set(table("reviews").map(({ tool_id }) => tool_id));
		expect(demoTools.filter(({ slug }) => !reviewed.has(slug)).map(({ slug }) => slug)).toEqual([
			"cone-wrench-set",
		]);
	});

	it("repeats no sentence of a review", () => {
		const sentences = table("reviews").flatMap(({ description }) =>
			description.split(/(?<=[.?!]) /),
		);
		expect(new Set(sentences).size).toBe(sentences.length);
		for (const { description } of table("reviews")) expect(description).toMatch(/^[^<>]{80,400}$/);
	});

	it("has people at addresses of their countries, and e-mails that reach nobody", () => {
		const own: string[] = demoAccounts.map(({ email }) => email);
		for (const { email, address, country, ...order } of table("orders")) {
			const { line1, line2, city, region, postal_code: postalCode } = order;
			const given = { line1, line2, city, region, postalCode, country };
			expect(v.parse(addressSchema(), given)).toEqual(given);
			expect(
				own.includes(email) || /@(example\.(com|net|org)|[a-z]+\.(example|test))$/.test(email),
			).toBe(true);
		}
	});

	it("has orders at the prices of its two sales", () => {
		expect(table("sales").map(({ state }) => state)).toEqual(["ended", "running"]);
		for (const { id } of table("sales")) {
			const onSale = table("sale_tools").filter(({ sale_id }) => sale_id === id);
			const sold = table("order_lines").filter(({ tool_id, unit_price_cents }) =>
				onSale.some((one) => one.tool_id === tool_id && one.price_cents === unit_price_cents),
			);
			expect(sold.length, id).toBeGreaterThan(1);
		}
	});

	it("needs the country of the demo rider", () => {
		expect(canHaveHistory(["JP"])).toBe(false);
		expect(canHaveHistory(["US", "DE"])).toBe(true);
	});
});

/** The database of a shop with the history that ends then, and its payments. */
function seededShop(end: number) {
	const db = healthyShop();
	db.exec(
		"delete from reviews; delete from order_lines; delete from orders; delete from tools; delete from price_history; delete from users where id = 'ann'",
	);
	db.exec("pragma ignore_check_constraints = 0; pragma foreign_keys = on; begin");
	const rows = readRows(historyFile, end, () => image);
	for (const { sql, values } of statementsOf(rows)) db.prepare(sql).run(...values);
	db.exec("commit");
	return { db, payments: paymentsOf(rows) };
}

/** The doctor's view of that shop, with its payments at a stand-in. */
async function openTarget(end: number) {
	const { db, payments } = seededShop(end);
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-history-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const stateFile = join(folder, "stripe.sqlite");
	await recordPast(stateFile, payments);
	const keys = { secretKey: "sk_test_a", publishableKey: "pk_test_a", webhookSecret: "whsec_a" };
	const standIn = await startStripe({ port: 0, stateFile, ...keys });
	onTestFinished(standIn.close);
	const stripe = new Stripe(keys.secretKey, {
		host: "127.0.0.1",
		port: standIn.port,
		protocol: "http",
	});
	return { ...(await testTarget(db)), stripe };
}
