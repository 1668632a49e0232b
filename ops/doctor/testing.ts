/** A small shop in memory for the doctor's tests, healthy until a test breaks it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startStripe } from "@cogsmith/stand-in-for-stripe";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { root } from "../../local/settings.ts";
import { fillCustomers, fillSales } from "../../local/sums.ts";
import { invoices } from "../../src/config/config.ts";
import {
	buyerOfOrder,
	linesOfOrder,
	linesOfRefund,
	taxOfOrder,
	taxOfRefund,
} from "../../src/db/invoice-sql.ts";
import { monthOf } from "../../src/db/sales-sums.ts";
import { sellerNow } from "../../src/shop/invoices/invoices.ts";
import { insertOrderRows } from "../../tests/helpers/order-rows.ts";
import type { Bucket } from "./check-images.ts";
import type { RunQuery } from "./check-tables.ts";
import type { Check, CheckName } from "./report.ts";
import type { DoctorTarget } from "./target.ts";

export const now = Date.now();
export const hourMs = 3_600_000;
/** The key of an image: the letter, as often as a key is long. */
export const imageKey = (letter: string) => letter.repeat(32);

/** An empty database after all migrations: applying them takes longer than most tests. */
let migrated: Uint8Array | undefined;

function migrate(): Uint8Array {
	const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
	const folder = join(root, "migrations");
	for (const file of readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()) {
		db.exec(readFileSync(join(folder, file), "utf8"));
	}
	const bytes = db.serialize();
	db.close();
	return bytes;
}

/** A shop with one user, one image, one tool of ten pieces, one unpaid order of two and a review. */
export function healthyShop() {
	// Constraints reject most of what the doctor looks for, so they are off here.
	const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
	onTestFinished(() => db.close());
	migrated ??= migrate();
	db.deserialize(migrated);
	db.exec("pragma ignore_check_constraints = 1");
	db.exec(
		`insert into users (id, name, email, created_at, updated_at) values ('ann', 'Ann', 'ann@example.test', ${now}, ${now})`,
	);
	db.exec(
		`insert into images (key, type, bytes, width, height, created_at) values ('${imageKey("a")}', 'image/webp', 1, 1, 1, ${now - 90 * hourMs})`,
	);
	db.exec(
		`insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) values ('saw', 'Saw', '', '/images/${imageKey("a")}', 1, 8, 10, 1000, ${now}, ${now})`,
	);
	addLine(db, "open");
	db.exec(
		`insert into reviews (id, user_id, author, rating, image, description, tool_id, created_at) values ('good', 'ann', 'Ann', 5, '/images/${imageKey("a")}', '', 'saw', ${now})`,
	);
	return db;
}

/** Inserts an unpaid order of Ann's for two saws. `paymentColumns` are the transaction, when it was paid and closed, and why, as SQL. */
export function addLine(
	db: DatabaseSync,
	id: string,
	paymentColumns = "null, null, null, null",
): void {
	const statements = insertOrderRows(
		"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id, transaction_id, paid_at, closed_at, closed_why",
		`select '${id}', 'ann', 'Ann', 'ann@example.test', '1', 'x', 'saw', 'Saw', '/images/${imageKey("a")}', 1000, 2, 2000, 'Pending', ${now}, ${now + hourMs}, 'USD', '${id}', ${paymentColumns}`,
	);
	for (const sql of [...statements, ...fillSales, ...fillCustomers]) db.exec(sql);
}

/** Makes the invoices and credit notes of all that was paid and refunded, numbered by their time. */
export function addInvoices(db: DatabaseSync): void {
	const ofOrders = `select 'i' || orders.id as id, 'invoice' as kind, ? as series, orders.id as order_id, orders.number as order_number, null as refund_id, paid_at as issued_at, ${buyerOfOrder} as buyer, ${linesOfOrder} as lines, ${taxOfOrder} as tax_cents, total_cents, currency from orders where transaction_id is not null`;
	const ofRefunds = `select 'c' || refunds.id, 'credit-note', ?, orders.id, orders.number, refunds.id, done_at, ${buyerOfOrder}, ${linesOfRefund}, ${taxOfRefund}, amount_cents, currency from refunds join orders on orders.id = order_id where refunds.status = 'done' and reason <> 'not_awaited'`;
	const year = `cast(substr(${monthOf("issued_at")}, 1, 4) as integer)`;
	db.prepare(
		`insert into invoices (id, kind, series, year, serial, order_id, order_number, refund_id, issued_at, seller, buyer, lines, net_cents, tax_cents, total_cents, currency, settled_at) select id, kind, series, ${year}, row_number() over (partition by series, ${year} order by issued_at, id), order_id, order_number, refund_id, issued_at, ?, buyer, lines, total_cents - tax_cents, tax_cents, total_cents, currency, issued_at from (${ofOrders} union all ${ofRefunds}) order by issued_at, id`,
	).run(JSON.stringify(sellerNow), invoices.series, invoices.creditNoteSeries);
}

/** The statements that set columns of the lines and of their orders alike. */
export const inBothTables = (columns: string) =>
	["order_lines", "orders"].map((table) => `update ${table} set ${columns}`).join("; ");

/** Connects to a Stripe stand-in of the test's own. */
async function openStripe(): Promise<{ stripe: Stripe; stripeUrl: string }> {
	const standIn = await startStripe({
		port: 0,
		secretKey: "sk_test_doctor",
		publishableKey: "pk_test_doctor",
		webhookSecret: "whsec_doctor",
		stateFile: ":memory:",
	});
	onTestFinished(standIn.close);
	const connection = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
	const options = { ...connection, maxNetworkRetries: 0, telemetry: false };
	return { stripe: new Stripe("sk_test_doctor", options), stripeUrl: standIn.url };
}

/** A target for that shop, with its own Stripe stand-in. */
export async function testTarget(db: DatabaseSync) {
	const { stripe, stripeUrl } = await openStripe();
	const bucket: Bucket = new Map([[imageKey("a"), now - 90 * hourMs]]);
	const query: RunQuery = async (sql) => db.prepare(sql).all();
	const actions: string[] = [];
	const settingFindings: { subject: string; message: string }[] = [];
	const target: DoctorTarget = {
		name: "of the test",
		query,
		execute: async (statements) => {
			let changes = 0;
			for (const sql of statements) changes = Number(db.prepare(sql).run().changes);
			return changes;
		},
		listBucket: async () => bucket,
		readImage: async () => undefined,
		connectStripe: async () => stripe,
		checkSettings: async () => ({ checked: 3, findings: settingFindings }),
		runJob: async () => void actions.push("job"),
		redeliverEvent: async (intentId) => void actions.push(intentId),
		close: async () => undefined,
	};
	/** Pays for an order and returns the PaymentIntent's id. */
	const pay = async (lineId: string, amount = 2000) => {
		const metadata = { orderId: lineId };
		const intent = await stripe.paymentIntents.create({ amount, currency: "usd", metadata });
		await stripe.paymentIntents.confirm(intent.id, {
			payment_method: "pm_card_visa",
			return_url: "https://shop.example",
		});
		return intent.id;
	};
	return { target, bucket, stripe, stripeUrl, pay, done: actions, settings: settingFindings };
}

/** Returns the findings of a check, each as a sentence after its subject. */
export function messagesOf(checks: Check[], name: CheckName): string[] {
	const check = checks.find((one) => one.check === name);
	return check?.findings.map(({ subject, message }) => `${subject}: ${message}`) ?? [];
}

/** The names of the checks that are not ok. */
export const failedChecks = (checks: Check[]) =>
	checks.filter(({ status }) => status !== "ok").map(({ check }) => check);
