/** A small shop in memory for the doctor's tests, sound until a test breaks it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { root } from "../settings.ts";
import { openStripe, typed } from "../stripe/testing.ts";
import type { Ask } from "./checks.ts";
import type { Check, CheckName } from "./findings.ts";
import type { Bucket } from "./pictures.ts";
import type { Place } from "./place.ts";

export const now = Date.now();
export const hour = 3_600_000;
export const key = (letter: string) => letter.repeat(64);

/** A shop with one user, one picture, one tool of ten pieces, one held order of two and a review. */
export function soundShop() {
	// The database refuses most of what the doctor looks for: here nothing is refused.
	const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
	onTestFinished(() => db.close());
	const folder = join(root, "migrations");
	for (const file of readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort()) {
		db.exec(readFileSync(join(folder, file), "utf8"));
	}
	// A migration may have turned them on again.
	db.exec("pragma foreign_keys = 0; pragma ignore_check_constraints = 1");
	db.exec(
		`insert into users (id, name, email, created_at, updated_at) values ('ann', 'Ann', 'ann@example.test', ${now}, ${now})`,
	);
	db.exec(
		`insert into images (key, type, bytes, width, height, created_at) values ('${key("a")}', 'image/webp', 1, 1, 1, ${now - 90 * hour})`,
	);
	db.exec(
		`insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at) values ('saw', 'Saw', '', '/images/${key("a")}', 1, 8, 10, 1000, ${now}, ${now})`,
	);
	addOrder(db, "held");
	db.exec(
		`insert into reviews (id, user_id, author, rating, image, description, tool_id, created_at) values ('good', 'ann', 'Ann', 5, '/images/${key("a")}', '', 'saw', ${now})`,
	);
	return db;
}

export function addOrder(
	db: DatabaseSync,
	id: string,
	more = "null, null, null, null, null",
): void {
	db.exec(
		`insert into orders (id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, request_key, created_at, expires_at, payment_intent_id, transaction_id, paid_at, closed_at, closed_why) values ('${id}', 'ann', 'Ann', 'ann@example.test', '1', 'x', 'saw', 'Saw', '/images/${key("a")}', 1000, 2, 2000, 'Pending', '${id}', ${now}, ${now + hour}, ${more})`,
	);
}

/** That shop as a place, with a Stripe of its own. */
export async function placeOf(db: DatabaseSync) {
	const { stripe, browser } = await openStripe();
	const bucket: Bucket = new Map([[key("a"), now - 90 * hour]]);
	const ask: Ask = async (sql) => db.prepare(sql).all();
	const done: string[] = [];
	const settings: { subject: string; says: string }[] = [];
	const place: Place = {
		name: "of the test",
		ask,
		change: async (statements) => {
			let changes = 0;
			for (const sql of statements) changes = Number(db.prepare(sql).run().changes);
			return changes;
		},
		bucket: async () => bucket,
		stripe: async () => stripe,
		settings: async () => ({ looked: 3, findings: settings }),
		runJob: async () => void done.push("job"),
		tellOf: async (intentId) => void done.push(intentId),
		close: async () => undefined,
	};
	/** A payment that has gone through for an order. */
	const pay = async (orderId: string, amount = 2000) => {
		const metadata = { orderId };
		const intent = await stripe.paymentIntents.create({ amount, currency: "usd", metadata });
		await browser("POST", `/v1/payment_intents/${intent.id}/confirm`, {
			client_secret: String(intent.client_secret),
			...typed("4242424242424242"),
		});
		return intent.id;
	};
	return { place, bucket, stripe, pay, done, settings };
}

export function found(checks: Check[], name: CheckName): string[] {
	const check = checks.find((one) => one.check === name);
	return check?.findings.map(({ subject, says }) => `${subject}: ${says}`) ?? [];
}

/** The names of the checks that are not well. */
export const unwell = (checks: Check[]) =>
	checks.filter(({ status }) => status !== "well").map(({ check }) => check);
