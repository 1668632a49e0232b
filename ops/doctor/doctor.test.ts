import { describe, expect, it } from "vitest";
import { fillSales } from "../../local/sums.ts";
import { type Check, type CheckName, exitStatus, toJson } from "./report.ts";
import { fix, runChecks } from "./run-checks.ts";
import {
	addInvoices,
	addLine,
	failedChecks,
	healthyShop,
	hourMs,
	imageKey,
	inBothTables,
	messagesOf,
	now,
	testTarget,
} from "./testing.ts";

/** A closed return of an order; its outcome and its refund follow. */
const insertReturn =
	"insert into returns (number, id, order_id, kind, state, reason, note, created_at, decided_at, closed_at, outcome, refund_id) values (1, 'return', 'open', 'return', 'closed', 'other', '', 1, 1, 1,";

/** The statement that inserts a refund of the order: `outcome` is Stripe's id, when it was done, and when it is tried next. */
function insertRefund(status: string, outcome: string, createdAt = now, cents = 500): string {
	return `insert into refunds (id, order_id, intent_id, amount_cents, reason, status, request_key, created_at, stripe_refund_id, done_at, retry_at) values ('refund', 'open', 'pi_1', ${cents}, 'other', '${status}', 'key', ${createdAt}, ${outcome}); insert into refund_lines values ('refund', 'open', ${cents}, 0, 0, 0, 0, 0, 0)`;
}

describe("the doctor", () => {
	it("finds nothing in a healthy shop, and exits with 0", async () => {
		const db = healthyShop();
		const { target, pay } = await testTarget(db);
		const intent = await pay("sold");
		addLine(db, "sold", `'${intent}', ${now}, null, null`);
		db.exec("update tools set quantity = 6");
		addInvoices(db);
		const checks = await runChecks(target);
		expect(failedChecks(checks)).toEqual([]);
		expect(exitStatus(checks)).toBe(0);
	});

	it("counts the pieces of a restocked order as in stock", async () => {
		const db = healthyShop();
		const { target, pay, stripe } = await testTarget(db);
		const intent = await pay("sold");
		await stripe.refunds.create({ payment_intent: intent, amount: 500 });
		addLine(db, "sold", `'${intent}', ${now}, null, null`);
		db.exec(
			`insert into refunds (id, order_id, intent_id, amount_cents, reason, status, request_key, created_at, stripe_refund_id, done_at) values ('refund', 'sold', '${intent}', 500, 'other', 'done', 'key', ${now}, 're_1', ${now}); insert into refund_lines values ('refund', 'sold', 500, 0, 0, 0, 1, 0, 0)`,
		);
		db.exec(
			`update order_lines set restocked_at = ${now}, refunded_cents = 500 where id = 'sold'; update tools set quantity = 8`,
		);
		addInvoices(db);
		expect(failedChecks(await runChecks(target))).toEqual([]);
	});

	it("finds what was paid or refunded without a document, other amounts by rate, and missing numbers", async () => {
		const db = healthyShop();
		const { target } = await testTarget(db);
		addLine(db, "sold", `'pi_1', ${now}, null, null`);
		db.exec("update tools set quantity = 6");
		const found = async () => messagesOf(await runChecks(target), "rows");
		expect(await found()).toEqual(["orders sold: has no invoice"]);
		addInvoices(db);
		expect(await found()).toEqual([]);
		db.exec(insertRefund("done", `'re_1', ${now}, null`).replaceAll("'open'", "'sold'"));
		db.exec("update order_lines set refunded_cents = 500 where id = 'sold'");
		const differs =
			"has invoices and credit notes that are not what it paid and got back, by rate of tax";
		expect(await found()).toEqual([
			`orders sold: ${differs}`,
			"refunds refund: is done, but has no credit note",
		]);
		db.exec(
			"delete from refund_lines; delete from refunds; update order_lines set refunded_cents = 0",
		);
		for (const sql of fillSales) db.exec(sql);
		db.exec("update order_lines set tax_rate = 190000 where id = 'sold'");
		expect(await found()).toEqual([`orders sold: ${differs}`]);
		db.exec("update order_lines set tax_rate = 0; drop trigger invoices_never_changed");
		db.exec("update invoices set serial = 3, tax_cents = 1, net_cents = net_cents - 1");
		expect(await found()).toEqual([
			"invoices isold: is an invoice or a credit note whose number follows none",
			"invoices isold: is an invoice or a credit note whose sums are not those of its lines",
		]);
	});

	it("counts an order that is paid and closed neither as reserved nor as sold", async () => {
		const db = healthyShop();
		const { target, pay } = await testTarget(db);
		const intent = await pay("sold");
		addLine(db, "sold", `'${intent}', ${now}, ${now}, 'refunded'`);
		db.exec("update orders set partner = 'blog' where id = 'sold'");
		const checks = await runChecks(target);
		expect(failedChecks(checks)).toEqual(["rows"]);
		expect(messagesOf(checks, "rows")).toContain("order_lines sold: is paid and closed");
		expect(db.prepare("select * from partner_sales").get()).toMatchObject({
			orders: 1,
			paid_orders: 0,
			revenue_cents: 0,
		});
	});

	it.each<[CheckName, string, string]>([
		[
			"rows",
			"update tools set quantity = 9",
			"tools saw: has a stock that is not what was ever stocked, without the pieces reserved and sold",
		],
		[
			"rows",
			"update orders set currency = 'JPY'",
			"orders open: is in another currency than shop.config.ts, USD: set that one again",
		],
		[
			"rows",
			"update orders set items_cents = 1, total_cents = 1",
			"orders open: has a sum that does not match its lines",
		],
		[
			"rows",
			"update orders set shipping_cents = 490, total_cents = 2490; update order_lines set shipping_cents = 489",
			"orders open: has shipping or tax that does not match its lines",
		],
		[
			"rows",
			"update orders set transaction_id = 'pi_x', paid_at = 1",
			"orders open: is paid, but one of its lines is not",
		],
		[
			"rows",
			"update orders set discounts_cents = 100, total_cents = 1900; update order_lines set discount_cents = 100, total_cents = 1900",
			"orders open: has discounts that do not match its lines, bundles and offers",
		],
		[
			"rows",
			"insert into offers (id, label, terms, needs_code, starts_at, ends_at, created_at) values ('o', 'Ten', '{}', 1, 1, 2, 1); insert into offer_codes (code, offer_id, uses) values ('TEN', 'o', 1)",
			"offer_codes TEN: is a code whose uses do not match its orders",
		],
		["rows", "update order_lines set order_id = 'x'", "orders open: has no lines"],
		[
			"rows",
			"update order_lines set created_at = 1",
			"orders open: has another customer than its lines, or another time",
		],
		["rows", "delete from orders", "order_lines open: has a order_id that is not in orders"],
		[
			"rows",
			"update orders set transaction_id = 'pi_x', paid_at = 1, closed_at = 1, closed_why = 'deleted'",
			"orders open: is paid and closed",
		],
		[
			"rows",
			"update orders set closed_at = 1, closed_why = 'deleted'",
			"orders open: is closed, but one of its lines is not",
		],
		[
			"rows",
			"update order_lines set transaction_id = 'pi_x', paid_at = 1; update orders set transaction_id = null, paid_at = null",
			"orders open: is not paid, but one of its lines is",
		],
		[
			"rows",
			"update order_lines set shipped_at = 1",
			"order_lines open: is shipped or has its date, not both",
		],
		[
			"rows",
			"update order_lines set status = 'Shipped', shipped_at = 1, cancelled_at = 1",
			"order_lines open: is cancelled and shipped",
		],
		[
			"rows",
			"update order_lines set cancelled_at = 1",
			"order_lines open: is cancelled, but not refunded in full",
		],
		[
			"reservations",
			`update orders set expires_at = ${now - hourMs}`,
			"open: still reserves stock after it expired",
		],
		[
			"refunds",
			`insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) values ('pi_1', 'pi_1', 'pi_1', 'open', 2000, 'not_awaited', 'due', 0, ${now - hourMs})`,
			"pi_1: 20.00 USD is still due",
		],
		[
			"refunds",
			`update order_lines set refund_due_cents = 500; ${insertRefund("due", `null, null, ${now + hourMs}`, now - hourMs)}`,
			"refund: 5.00 USD is still due",
		],
		[
			"rows",
			`${insertRefund("done", `'re_1', ${now}, null`)}; ${insertReturn} 'refund', 'refund')`,
			"returns return: has a refund that is not its own",
		],
		[
			"rows",
			`${insertRefund("done", `'re_1', ${now}, null`)}; update refunds set request_key = 'return return'; ${insertReturn} 'none', null)`,
			"returns return: has lost its refund",
		],
		[
			"rows",
			`${insertReturn} 'none', null); insert into return_lines (return_id, line_id, quantity, received, condition, restocked) values ('return', 'open', 1, 1, 'as_new', 1)`,
			"order_lines open: has pieces put back into the stock that do not match its returns and refunds",
		],
		[
			"rows",
			`${insertReturn} 'none', null); update returns set received_at = 1; insert into return_lines (return_id, line_id, quantity) values ('return', 'open', 99)`,
			"order_lines open: has more pieces in its returns than were ordered",
		],
		[
			"rows",
			`${insertRefund("done", `'re_1', ${now}, null`)}`,
			"order_lines open: has a refunded sum that does not match its refunds",
		],
		[
			"rows",
			`update order_lines set refunded_cents = 500; ${insertRefund("done", `'re_1', ${now}, null`)}; update refund_lines set shipping_cents = 1`,
			"order_lines open: has refunds of more shipping_cents than it paid",
		],
		[
			"rows",
			`update order_lines set refunded_cents = 500; ${insertRefund("done", `'re_1', ${now}, null`)}; update refunds set amount_cents = 501`,
			"refunds refund: has an amount that does not match its lines and what is overpaid",
		],
		[
			"rows",
			"update order_lines set refund_due_cents = 1",
			"order_lines open: has a sum due that does not match its refunds",
		],
		[
			"rows",
			`update order_lines set restocked_at = ${now}`,
			"order_lines open: was restocked without a refund that restocks, or the reverse",
		],
		[
			"rows",
			`update order_lines set refunded_cents = 2001; ${insertRefund("done", `'re_1', ${now}, null`, now, 2001)}`,
			"orders open: was refunded more than it paid",
		],
		[
			"rows",
			"update order_lines set user_id = 'guest'",
			"orders open: has another customer than its lines, or another time",
		],
		[
			"rows",
			`update orders set user_id = null; ${inBothTables(`transaction_id = 'pi_1', paid_at = ${now}`)}; drop trigger users_verified_get_orders; update users set email_verified = 1 where id = 'ann'`,
			"orders open: was paid by a guest, but has not joined the account with that verified e-mail",
		],
		[
			"mails",
			`insert into failed_mails values ('1', 'reset', 'ann@example.test', 'retries', ${now}), ('2', 'reset', 'bob@example.test', 'retries', ${now - 8 * 24 * hourMs})`,
			`ann@example.test: the e-mail "reset" was not sent, after all retries (${new Date(now).toISOString()})`,
		],
		[
			"outbox",
			`insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at) values ('1', 'order.paid', 'open', '{}', ${now}, ${now - hourMs}, ${now - hourMs}), ('2', 'order.paid', 'open', '{}', ${now}, ${now - hourMs}, ${now + hourMs})`,
			"1: order.paid of open waits for the scheduled job",
		],
		[
			"outbox",
			`insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at, failures) values ('1', 'order.paid', 'open', '{}', 1, ${now - 40 * hourMs}, ${now + hourMs}, 30)`,
			"1: order.paid of open is not delivered after a day, with 30 failures",
		],
		[
			"outbox",
			`insert into outbox (id, kind, subject_id, payload, created_at, available_at) values ('1', 'order.paid', 'open', '{}', ${now}, ${now})`,
			"1: order.paid of open is neither delivered nor waiting",
		],
		[
			"outbox",
			`insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at, done_at, outcome, digest) values ('digest-1', 'digest', '', '{}', ${now}, ${now}, null, ${now}, 'sent', null), ('1', 'stock.low', 'saw', '{}', ${now}, ${now}, null, null, null, 'waiting'), ('2', 'stock.low', 'saw', '{}', ${now}, ${now}, null, null, null, 'digest-1')`,
			"2: stock.low of saw is neither delivered nor waiting",
		],
		[
			"rows",
			"update order_lines set shipment_id = 'x'",
			"order_lines open: has a shipment_id that is not in shipments",
		],
		[
			"rows",
			`insert into shipments values ('parcel', 'x', '', '', ${now})`,
			"shipments parcel: has a order_id that is not in orders",
		],
		[
			"rows",
			`insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) values ('pi_1', 'pi_1', 'pi_1', 'x', 2000, 'not_awaited', 'due', 0, ${now})`,
			"refunds pi_1: has a order_id that is not in orders",
		],
		[
			"rows",
			'update tools set further_images = \'[{"image":"/images/none","alt":""}]\'',
			"tools saw: has rows of tool_pictures that are not what further_images says",
		],
		[
			"rows",
			"update tools set stars_5 = 0, stars_1 = 1, sold = 3",
			"tools saw: has a stars_1 that is not what its rows say",
		],
		[
			"rows",
			"insert into categories (slug, name, in_stock_count) values ('wheels', 'Wheels', 1)",
			"categories wheels: has counts beside the filters that are not those of its tools",
		],
		[
			"rows",
			"update orders set partner = 'blog'; delete from partner_sales",
			"orders open: is of a partner without sums",
		],
		[
			"rows",
			"insert into partner_sales values ('gone', 2, 1, 700)",
			"partner_sales gone: has sums, but no orders",
		],
		[
			"sales",
			"update sales_totals set revenue_cents = revenue_cents + 1",
			`sales_totals: isn't the sum of what it counts on 1 days, such as ${Math.floor(now / 86_400_000)}`,
		],
		[
			"rows",
			"update users set spent_cents = spent_cents + 1 where id = 'ann'",
			"users ann: has a spent_cents that is not that of the orders",
		],
		["searches", "drop trigger users_search_added", "users_search_added: this trigger is missing"],
		["rows", "delete from order_lines_search", "order_lines open: is not in order_lines_search"],
		[
			"rows",
			"delete from order_lines_search; insert into order_lines_search (rowid, letters) select number, char(29, 29, 29) from order_lines",
			"order_lines open: is in the wrong tab of order_lines_search",
		],
		[
			"searches",
			"insert into tools_search (rowid, letters) values (7, 'x')",
			"tools_search: has 1 too many of tools",
		],
		["images", "delete from images", `tool saw: shows /images/${imageKey("a")}, which has no row`],
		[
			"images",
			`update tools set image = '/images/${imageKey("b")}'`,
			`tool saw: shows /images/${imageKey("b")}, which is not in the bucket`,
		],
		[
			"images",
			`insert into images (key, type, bytes, width, height, created_at) values ('${imageKey("c")}', 'image/webp', 1, 1, 1, ${now})`,
			`${imageKey("c")}: has a row but is not in the bucket`,
		],
		[
			"payments",
			inBothTables("transaction_id = 'pi_x', paid_at = 1"),
			"open: is paid here by pi_x, but not at Stripe",
		],
	])("finds wrong %s after: %s", async (name, sql, messages) => {
		const db = healthyShop();
		const { target } = await testTarget(db);
		db.exec(sql);
		const checks = await runChecks(target);
		expect(messagesOf(checks, name)).toContain(messages);
		expect(exitStatus(checks)).toBe(1);
	});

	it("finds unused images that were never deleted", async () => {
		const db = healthyShop();
		const { target, bucket } = await testTarget(db);
		db.exec(`update images set key = '${imageKey("d")}'`);
		bucket.set(imageKey("d"), now - 90 * hourMs);
		const messages = messagesOf(await runChecks(target), "images");
		expect(messages).toContain(`${imageKey("d")}: is unused and was never deleted`);
		expect(messages).toContain(`${imageKey("a")}: is in the bucket but has no row`);
	});

	it("reports only what a second check confirms", async () => {
		const { target, settings } = await testTarget(healthyShop());
		const transient = { subject: "A", message: "is transient" };
		const persistent = { subject: "B", message: "is wrong" };
		const rounds = [
			[transient, persistent],
			[persistent, { ...transient, subject: "C" }],
			[],
			[transient],
		];
		target.checkSettings = async () => ({ checked: 1, findings: rounds.shift() ?? settings });
		expect(messagesOf(await runChecks(target), "settings")).toEqual(["B: is wrong"]);
		expect(messagesOf(await runChecks(target), "settings")).toEqual([]);
	});

	it("finds settings that are missing", async () => {
		const { target, settings } = await testTarget(healthyShop());
		settings.push({ subject: "AUTH_SECRET", message: "is missing" });
		expect(messagesOf(await runChecks(target), "settings")).toEqual(["AUTH_SECRET: is missing"]);
	});
});

describe("fixing", () => {
	it("corrects stock with an audit entry, unless it changed since the check", async () => {
		const db = healthyShop();
		const { target } = await testTarget(db);
		db.exec("update tools set quantity = 9");
		const [check] = (await runChecks(target)).filter((one) => one.check === "rows");
		if (!check) throw new Error("there is no stock check");
		expect(await fix(target, check)).toMatchObject({ fixed: 1 });
		expect(failedChecks(await runChecks(target))).toEqual([]);
		expect(db.prepare("select action, subject_id, detail from audit").all()).toEqual([
			{
				action: "tool.changed",
				subject_id: "saw",
				detail: '{"name":"Saw","quantityWas":9,"quantity":8}',
			},
		]);
		expect(await fix(target, check)).toMatchObject({
			fixed: 0,
			errors: [expect.stringContaining("has changed")],
		});
		expect(db.prepare("select quantity from tools").get()).toEqual({ quantity: 8 });
	});

	it("writes sums and counts again", async () => {
		const db = healthyShop();
		const { target } = await testTarget(db);
		db.exec("update sales_totals set orders = 9");
		db.exec("update users set order_count = 9, spent_cents = 1 where id <> 'guest'");
		for (const name of ["sales", "rows"]) {
			const [check] = (await runChecks(target)).filter((one) => one.check === name);
			expect(check && (await fix(target, check))).toMatchObject({ errors: [] });
		}
		expect(failedChecks(await runChecks(target))).toEqual([]);
	});

	it("recomputes a partner's totals", async () => {
		const db = healthyShop();
		const { target, pay } = await testTarget(db);
		const intent = await pay("sold");
		addLine(db, "sold", `'${intent}', ${now}, null, null`);
		db.exec("update tools set quantity = 6; update orders set partner = 'blog'");
		addInvoices(db);
		expect(failedChecks(await runChecks(target))).toEqual([]);
		db.exec(
			"update partner_sales set revenue_cents = 1; insert into partner_sales values ('gone', 1, 0, 0)",
		);
		const [check] = (await runChecks(target)).filter((one) => one.check === "rows");
		expect(check && (await fix(target, check))).toMatchObject({ fixed: 2, errors: [] });
		expect(failedChecks(await runChecks(target))).toEqual([]);
		expect(db.prepare("select * from partner_sales order by partner").all()).toEqual([
			{ partner: "blog", orders: 2, paid_orders: 1, revenue_cents: 2000 },
			{ partner: "gone", orders: 0, paid_orders: 0, revenue_cents: 0 },
		]);
	});

	it("counts what a tool keeps and the tools beside the filters again", async () => {
		const db = healthyShop();
		db.exec(
			"insert into categories (slug, name, tool_count) values ('wheels', 'Wheels', 1); update reviews set hidden_at = 1, hidden_reason = 'other'; update tools set stars_1 = 9, sold = 9, in_stock = 0; delete from facet_counts",
		);
		const { target } = await testTarget(db);
		const fixAll = async () => {
			for (const check of (await runChecks(target)).filter(({ status }) => status === "fail"))
				await fix(target, check);
			expect(failedChecks(await runChecks(target))).toEqual([]);
		};
		await fixAll();
	});

	it("offers no fix if more was sold and reserved than was ever stocked", async () => {
		const db = healthyShop();
		const { target } = await testTarget(db);
		db.exec("update tools set stocked = 1, quantity = 0");
		const [check] = (await runChecks(target)).filter((one) => one.check === "rows");
		expect(check?.findings[0]?.fix).toBeUndefined();
	});

	it("runs the job once for all findings", async () => {
		const db = healthyShop();
		const { target, done } = await testTarget(db);
		addLine(db, "other");
		db.exec(`update orders set expires_at = ${now - hourMs}`);
		const [check] = (await runChecks(target)).filter((one) => one.check === "reservations");
		expect(check && (await fix(target, check))).toMatchObject({ fixed: 2 });
		expect(done).toEqual(["job"]);
	});
});

it("reports as JSON for programs", async () => {
	const db = healthyShop();
	const { target } = await testTarget(db);
	db.exec("update tools set quantity = 9");
	const report = JSON.parse(toJson("here", await runChecks(target), { rows: 0 }));
	expect(report).toMatchObject({
		shop: "here",
		status: "fail",
		checkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
		fixed: { rows: 0 },
	});
	expect(report.checks.map(({ check }: Check) => check)).toEqual([
		"settings",
		"rows",
		"reservations",
		"refunds",
		"mails",
		"outbox",
		"payments",
		"taxes",
		"sales",
		"searches",
		"images",
	]);
	expect(report.checks[1]).toMatchObject({ status: "fail", checked: 9 });
});
