/** The history in a database with all triggers and constraints, looked at by the doctor. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
import { canHaveHistory, createHistory } from "./history.ts";
import { recordHistory } from "./record.ts";

/** A Thursday, and the Monday after: weekends are in different places of the last days. */
const ends = [Date.UTC(2026, 10, 26, 14), Date.UTC(2026, 10, 30, 7)];
const [now = 0] = ends;
const file = new URL("history.jsonl", import.meta.url);
const image = `/images/${imageKey("a")}`;
const history = createHistory(now, () => image);
const { rows } = history;
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

	it("is recorded from a shop as it is in the file", () => {
		const names: string[] = [];
		const imageOf = (name: string) => {
			if (!names.includes(name)) names.push(name);
			return `/images/${String(names.indexOf(name)).padStart(32, "0")}`;
		};
		const { db } = seededShop(now, imageOf);
		const nameOf = (address: string) => names[Number(address.slice("/images/".length))] ?? address;
		const recorded = recordHistory((sql) => db.prepare(sql).all(), now, nameOf);
		const written = readFileSync(file, "utf8").split("\n");
		expect(recorded.split("\n").filter((line, place) => line !== written[place])).toEqual([]);
	});

	it("has as many orders, customers, refunds and reviews as a small shop has in six months", () => {
		expect(count(rows.orders)).toBeGreaterThanOrEqual(300);
		expect(count(rows.orders)).toBeLessThanOrEqual(450);
		const customers = new Set(rows.orders.map(({ email }) => email));
		expect(customers.size).toBeGreaterThanOrEqual(60);
		expect(customers.size).toBeLessThanOrEqual(120);
		expect(count(rows.refunds)).toBeGreaterThanOrEqual(12);
		expect(count(rows.refunds)).toBeLessThanOrEqual(20);
		expect(count(rows.reviews)).toBe(90);
		const lately = rows.refunds.filter(
			({ doneAt }) => doneAt && now - doneAt.getTime() < 14 * dayMs,
		);
		expect(count(lately)).toBeGreaterThan(0);
		for (const kind of ["cancelled", "damaged", "out_of_stock", "requested_by_customer", "other"])
			expect(rows.refunds.map(({ reason }) => reason)).toContain(kind);
		expect(new Set(rows.orders.map(({ country }) => country)).size).toBeGreaterThan(5);
		expect(new Set(rows.orderLines.map(({ toolId }) => toolId)).size).toBe(demoTools.length);
	});

	it("adds up the money of each order", () => {
		for (const order of rows.orders) {
			const lines = rows.orderLines.filter(({ orderId }) => orderId === order.id);
			const items = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
			const discounts = lines.reduce((sum, { discountCents = 0 }) => sum + discountCents, 0);
			const { shippingCents = 0, taxCents = 0, totalCents } = order;
			expect(totalCents).toBe(items - discounts + shippingCents + taxCents);
		}
		for (const { id } of rows.offers)
			expect(rows.orderOffers.filter(({ offerId }) => offerId === id).length).toBeGreaterThan(5);
		const paid = rows.orders.filter(({ transactionId }) => transactionId);
		expect(history.payments.map(({ amount }) => amount)).toEqual(
			paid.map(({ totalCents }) => totalCents),
		);
	});

	it("ends with orders that are packed and that await their payment", () => {
		const last = rows.orders.filter(({ createdAt }) => now - createdAt.getTime() < 2 * dayMs);
		const ofLast = rows.orderLines.filter(({ orderId }) => last.some(({ id }) => id === orderId));
		expect(count(ofLast.filter(({ status }) => status === "Shipped"))).toBe(0);
		const unpaid = rows.orders.filter(({ paidAt, closedAt }) => !paidAt && !closedAt);
		expect(count(unpaid)).toBe(3);
		for (const { expiresAt } of unpaid) expect(expiresAt.getTime()).toBeGreaterThan(now);
		for (const { createdAt } of rows.orders) expect(createdAt.getTime()).toBeLessThanOrEqual(now);
		for (const { createdAt } of rows.audit) expect(createdAt.getTime()).toBeLessThanOrEqual(now);
	});

	it("shows the demo rider an order in each state", () => {
		const own = rows.orders.filter(({ userId }) => userId === "demo-rider");
		const lines = rows.orderLines.filter(({ userId }) => userId === "demo-rider");
		expect(count(own)).toBe(8);
		expect(count(own.filter(({ paidAt }) => !paidAt))).toBe(1);
		expect(count(lines.filter(({ cancelledAt }) => cancelledAt))).toBe(1);
		expect(lines.some((line) => (line.refundedCents ?? 0) > 0 && !line.refundedAt)).toBe(true);
		expect(lines.some(({ status, packedAt }) => status === "Pending" && packedAt)).toBe(true);
	});

	it("keeps the reviews of data.ts the newest, in their order", () => {
		const newest = rows.reviews.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
		expect(newest.slice(0, demoReviews.length).map(({ description }) => description)).toEqual(
			demoReviews.map(({ description }) => description),
		);
	});

	it("has reviews of every tool but one, each of a paid order of it and once of a customer", () => {
		const lines = new Map(rows.orderLines.map((line) => [line.id, line]));
		for (const { lineId, toolId, userId, createdAt } of rows.reviews) {
			const line = lines.get(lineId ?? "");
			if (toolId === null) continue;
			expect([line?.toolId, line?.userId]).toEqual([toolId, userId]);
			expect(line?.shippedAt?.getTime()).toBeLessThan(createdAt.getTime());
		}
		const pairs = rows.reviews.map(({ userId, toolId }) => `${userId} ${toolId}`);
		expect(new Set(pairs).size).toBe(pairs.length);
		const reviewed = new Set(rows.reviews.map(({ toolId }) => toolId));
		expect(demoTools.filter(({ slug }) => !reviewed.has(slug)).map(({ slug }) => slug)).toEqual([
			"cone-wrench-set",
		]);
	});

	it("repeats no sentence of a review", () => {
		const sentences = rows.reviews.flatMap(({ description }) => description.split(/(?<=[.?!]) /));
		expect(new Set(sentences).size).toBe(sentences.length);
		for (const { description } of rows.reviews) expect(description).toMatch(/^[^<>]{80,400}$/);
	});

	it("has people at addresses of their countries, and e-mails that reach nobody", () => {
		const own: string[] = demoAccounts.map(({ email }) => email);
		for (const { email, address, country, ...order } of rows.orders) {
			const { line1, line2, city, region, postalCode } = order;
			const given = { line1, line2, city, region, postalCode, country };
			expect(v.parse(addressSchema(), given)).toEqual(given);
			expect(
				own.includes(email) || /@(example\.(com|net|org)|[a-z]+\.(example|test))$/.test(email),
			).toBe(true);
		}
	});

	it("has orders at the prices of its two sales", () => {
		expect(rows.sales.map(({ state }) => state)).toEqual(["ended", "running"]);
		for (const { id } of rows.sales) {
			const onSale = rows.saleTools.filter(({ saleId }) => saleId === id);
			const sold = rows.orderLines.filter(({ toolId, unitPriceCents }) =>
				onSale.some((one) => one.toolId === toolId && one.priceCents === unitPriceCents),
			);
			expect(sold.length, id).toBeGreaterThan(1);
		}
	});

	it("needs the country of the demo rider", () => {
		expect(canHaveHistory(["JP"])).toBe(false);
		expect(canHaveHistory(["US", "DE"])).toBe(true);
	});
});

/** The database of a shop with the demo's tools and its history that ends then. */
function seededShop(end: number, imageOf: (name: string) => string) {
	const db = healthyShop();
	db.exec(
		"delete from reviews; delete from order_lines; delete from orders; delete from tools; delete from price_history; delete from sales_totals; delete from users where id = 'ann'",
	);
	db.exec("pragma ignore_check_constraints = 0; pragma foreign_keys = on");
	for (const { id, name, email, role } of demoAccounts)
		db.prepare(
			"insert into users (id, name, email, email_verified, role, created_at, updated_at) values (?, ?, ?, 1, ?, 0, 0)",
		).run(id, name, email, role);
	for (const { slug, name, quantity, minOrderQuantity, priceCents } of demoTools)
		db.prepare(
			"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) values (?, ?, '', ?, ?, ?, ?, ?, ?, ?)",
		).run(slug, name, imageOf(slug), minOrderQuantity, quantity, quantity, priceCents, end, end);
	const { statements, payments } = createHistory(end, imageOf);
	for (const { sql, values } of statements) db.prepare(sql).run(...values);
	return { db, payments };
}

/** The doctor's view of that shop, with its payments at a stand-in. */
async function openTarget(end: number) {
	const { db, payments } = seededShop(end, () => image);
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
