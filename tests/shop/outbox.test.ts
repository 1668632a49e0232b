/** The outbox: each event is delivered once, whatever the queue, the e-mail service and the database do. */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { nextDay } from "../../src/platform/services/service-limits.ts";
import { amountRows } from "../../src/shop/orders/order-amounts.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import {
	addToOutbox,
	claimOutboxRow,
	dispatchOutbox,
	sendFromOutbox,
	sendRowsFromOutbox,
	sweepOutbox,
} from "../../src/shop/outbox/outbox.server.ts";
import { mailQuota, mailTo, type SentMail, withMail } from "../helpers/mail.ts";
import { placePaidLine, reportPayment } from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callerOf, type Person, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { backgroundWorkEnds } from "../setup/in-node/workers.ts";

let rider: Person;
let tool: string;

beforeAll(async () => {
	// The reservation is too short for a reminder: a payment is the only event.
	env.ORDER_HOLD_MINUTES = "60";
	env.DIGEST_TO = "off";
	rider = await signUp();
	tool = await addTool({ name: "Torque <wrench>", quantity: 1000 });
});

beforeEach(() => env.DB.exec("delete from outbox"));

interface Row {
	id: string;
	subject_id: string;
	due_at: number | null;
	leased_until: number | null;
	outcome: string | null;
	failures: number;
}

async function rows(): Promise<Row[]> {
	return (
		await env.DB.prepare(
			"select * from outbox where kind <> 'digest' order by created_at",
		).all<Row>()
	).results;
}

async function onlyRow(): Promise<Row> {
	const [row, ...others] = await rows();
	if (!row || others.length > 0) throw new Error("the outbox has not one row");
	return row;
}

/** Pays an order with a queue that loses its e-mail; returns the outbox row's id. */
async function payWithLostMessage(): Promise<string> {
	vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
	await placePaidLine(rider, tool);
	return (await onlyRow()).id;
}

const deliverRow = (id: string) => deliver("cogsmith-mails", [{ outbox: id }]);

const hourMs = 3_600_000;
/** Runs the scheduled job when every row is due. */
const dispatchAll = () => dispatchOutbox(Date.now() + 48 * hourMs);

/** Ends the lease of all rows, as time does. */
const endLeases = () => env.DB.exec("update outbox set leased_until = 1");

const receipts = (sent: SentMail[]) => sent.filter(({ subject }) => /receipt/.test(subject));

it("a payment sends one receipt with what was paid, also when it is reported twice", async () => {
	await withMail(async (sent) => {
		const { line, payment } = await placePaidLine(rider, tool, 2);
		const mail = await mailTo(sent, rider.email, /receipt/);
		const address = `We deliver to:\n${rider.name}\n`;
		for (const fact of [
			line._id,
			payment.id,
			"2 × Torque <wrench>",
			address,
			"Cogsmith workshop",
		]) {
			expect(mail.text).toContain(fact);
		}
		expect(mail.html).toContain("Torque &lt;wrench&gt;");
		await reportPayment(rider, line, payment.id);
		await dispatchAll();
		expect(receipts(sent)).toHaveLength(1);
		expect(await onlyRow()).toMatchObject({ outcome: "sent", due_at: null, subject_id: line._id });
	});
});

it("the receipt of a checkout has its address, and the amounts of its page", async () => {
	const id = await payWithLostMessage();
	await env.DB.exec(
		"update orders set shipping_cents = 500, tax_cents = 74, included_tax_cents = 11, total_cents = items_cents + 574, line1 = '5 Spoke Street', city = 'Portland', region = 'OR', postal_code = '97201', country = 'US' where transaction_id is not null",
	);
	await env.DB.exec("update order_lines set tax_rate = 200000 where transaction_id is not null");
	await withMail(async (sent) => {
		await deliverRow(id);
		const { subject_id: orderId } = await onlyRow();
		const page = await orderPage(orderId, { user: callerOf(rider), guestTokenHashes: [] });
		const rows = page ? amountRows(page).slice(1) : [];
		expect(rows.map(({ name }) => name)).toEqual([
			"Shipping",
			"Tax 20%",
			"Total",
			"Includes Tax 20%",
		]);
		const text = rows.map(({ name, value }) => `${name}: ${value}\n`).join("");
		expect(sent[0]?.text).toContain(`: $25.99\n${text}\n`);
		expect(sent[0]?.text).toContain(`${rider.name}\n5 Spoke Street\nPortland, OR 97201\n`);
	});
});

it("a message that is delivered twice, one after the other or at once, sends one e-mail", async () => {
	const id = await payWithLostMessage();
	await withMail(async (sent) => {
		await Promise.all([deliverRow(id), deliverRow(id)]);
		const { explicitAcks } = await deliverRow(id);
		expect(explicitAcks).toEqual(["0"]);
		expect(sent).toHaveLength(1);
	});
});

it("a message that is lost is sent again by the job, until it arrives", async () => {
	await payWithLostMessage();
	const lost = vi.spyOn(env.MAILS, "sendBatch").mockResolvedValue(undefined as never);
	await dispatchAll();
	await dispatchOutbox();
	expect(lost, "the second run leaves it leased to the queue").toHaveBeenCalledTimes(1);
	lost.mockRestore();
	await withMail(async (sent) => {
		await dispatchOutbox(Date.now() + 96 * hourMs);
		expect(sent).toHaveLength(1);
	});
});

it("a queue that is away does not stop a payment", async () => {
	allowConsole(/"code":"background".*away/);
	const queue = () => Promise.reject(new Error("away"));
	await withMail(() => placePaidLine(rider, tool), { queue });
	await withMail(async (sent) => {
		await dispatchAll();
		expect(sent).toHaveLength(1);
	});
});

it("an e-mail service that fails is tried again, with a growing delay", async () => {
	allowConsole(/"code":"mail".*"mail":"order.paid".*away/);
	const id = await payWithLostMessage();
	const service = () => Promise.reject(new Error("away"));
	const waits: number[] = [];
	await withMail(
		async () => {
			for (const _ of [1, 2]) {
				await deliverRow(id);
				waits.push(((await onlyRow()).due_at ?? 0) - Date.now());
			}
		},
		{ service },
	);
	expect(waits.map((wait) => Math.round(wait / 60_000))).toEqual([5, 10]);
	expect(await onlyRow()).toMatchObject({ failures: 2, outcome: null });
	await withMail(async (sent) => {
		await dispatchAll();
		expect(sent).toHaveLength(1);
	});
});

/** The stored failures of e-mails to a recipient. */
const failedMails = async (recipient: string) =>
	(
		await env.DB.prepare("select id, kind, reason from failed_mails where recipient = ?")
			.bind(recipient)
			.all()
	).results;

it.each([
	["E_RECIPIENT_SUPPRESSED", 0, "E_RECIPIENT_SUPPRESSED"],
	["E_INTERNAL_SERVER_ERROR", 27, "retries"],
])("%s after %i failures is given up and recorded", async (code, failures, reason) => {
	allowConsole(/"code":"mail".*"mail":"order.paid"/);
	const buyer = await signUp();
	vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
	await placePaidLine(buyer, tool);
	const { id } = await onlyRow();
	await env.DB.prepare("update outbox set failures = ?").bind(failures).run();
	const service = () => Promise.reject(Object.assign(new Error("rejected"), { code }));
	await withMail(() => deliverRow(id), { service });
	expect(await onlyRow()).toMatchObject({ outcome: "failed", due_at: null });
	expect(await failedMails(buyer.email)).toEqual([{ id, kind: "order.paid", reason }]);
	await withMail(async (sent) => {
		await deliverRow(id);
		await dispatchAll();
		expect(sent).toEqual([]);
	});
});

it("the account's daily quota: e-mails wait for the next day, as often as it takes, and are then sent", async () => {
	allowConsole(/"code":"mail".*"mailError":"E_DAILY_LIMIT_EXCEEDED"/);
	const id = await payWithLostMessage();
	await env.DB.prepare("update outbox set failures = 27").run();
	const earliest = nextDay().getTime();
	await withMail(() => deliverRow(id), { service: mailQuota(0) });
	const row = await onlyRow();
	expect(row).toMatchObject({ outcome: null, failures: 27, leased_until: null });
	// In the first hour of a day it is an hour later, to the millisecond.
	expect(Number(row?.due_at)).toBeGreaterThanOrEqual(earliest);
	expect(Number(row?.due_at)).toBeLessThanOrEqual(nextDay().getTime());
	await withMail(async (sent) => {
		await dispatchOutbox(Number(row?.due_at) - 1);
		expect(sent).toEqual([]);
		await dispatchOutbox(Number(row?.due_at));
		expect(sent).toHaveLength(1);
	});
	expect(await onlyRow()).toMatchObject({ outcome: "sent" });
});

it("a consumer that ends before sending: another sends the e-mail when its lease ends", async () => {
	const id = await payWithLostMessage();
	expect(await claimOutboxRow(id)).toMatchObject({ id });
	await withMail(async (sent) => {
		await deliverRow(id);
		expect(sent).toEqual([]);
		await endLeases();
		await dispatchAll();
		expect(sent).toHaveLength(1);
	});
});

it("a consumer that ends between sending and recording: the e-mail is sent once more, not before", async () => {
	allowConsole(/"code":"mail".*"mail":"outbox"/);
	const id = await payWithLostMessage();
	const prepare = env.DB.prepare.bind(env.DB);
	const away = vi.spyOn(env.DB, "prepare").mockImplementation((statement) => {
		if (/set .*"done_at" = \?/.test(statement)) throw new Error("D1_ERROR: D1 DB is overloaded.");
		return prepare(statement);
	});
	await withMail(async (sent) => {
		const { retryMessages } = await deliverRow(id);
		expect(retryMessages).toHaveLength(1);
		away.mockRestore();
		await deliverRow(id);
		expect(sent).toHaveLength(1);
		await endLeases();
		await dispatchAll();
		await dispatchAll();
		expect(sent).toHaveLength(2);
	});
});

it("a database that is away leaves the message in the queue", async () => {
	allowConsole(/"code":"mail".*"mail":"outbox"/);
	const id = await payWithLostMessage();
	const away = vi.spyOn(env.DB, "prepare").mockImplementation(() => {
		throw new Error("D1_ERROR: D1 DB is overloaded.");
	});
	await withMail(async (sent) => {
		expect((await deliverRow(id)).retryMessages).toHaveLength(1);
		away.mockRestore();
		await deliverRow(id);
		expect(sent).toHaveLength(1);
	});
});

it("a row of a version that was rolled back waits for that version", async () => {
	allowConsole(/"code":"mail".*"mail":"order.packed"/);
	const id = await payWithLostMessage();
	await env.DB.exec("update outbox set kind = 'order.packed'");
	await withMail(() => deliverRow(id));
	expect(await onlyRow()).toMatchObject({ failures: 1, outcome: null });
});

it("a dead letter is acknowledged, and the row stays for the job", async () => {
	const id = await payWithLostMessage();
	const { explicitAcks } = await deliver("cogsmith-mails-failed", [{ outbox: id }]);
	expect(explicitAcks).toEqual(["0"]);
	expect(await onlyRow()).toMatchObject({ outcome: null });
});

it("is added only if the condition holds, once per id, and not delivered before it is available", async () => {
	const add = (id: string, condition: boolean, availableAt = new Date()) =>
		addToOutbox(
			{ id, kind: "order.paid", subject: "none", availableAt },
			condition ? sql`true` : sql`false`,
		);
	expect(await add("one", false)).toEqual([]);
	expect(await add("one", true)).toMatchObject([{ id: "one" }]);
	expect(await add("one", true)).toEqual([]);
	const later = new Date(Date.now() + hourMs);
	await add("later", true, later);
	expect(await claimOutboxRow("later")).toBeUndefined();
	expect((await rows()).find(({ id }) => id === "later")?.due_at).toBe(later.getTime());
});

const minuteMs = 60_000;

it.each([
	{ delayMs: 0, dueMs: 5 * minuteMs, sent: [{ delaySeconds: 0 }] },
	{ delayMs: 1, dueMs: 5 * minuteMs + 1, sent: [{ delaySeconds: 1 }] },
	{ delayMs: 5 * minuteMs, dueMs: 10 * minuteMs, sent: [{ delaySeconds: 300 }] },
	{ delayMs: 5 * minuteMs + 1, dueMs: 5 * minuteMs + 1, sent: [] },
])(
	"what is available in $delayMs ms is sent with that delay, or left to the job",
	async ({ delayMs, dueMs, sent }) => {
		const now = Date.now();
		vi.useFakeTimers({ toFake: ["Date"], now });
		onTestFinished(() => void vi.useRealTimers());
		const send = vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
		const event = { kind: "order.paid", subject: "none" } as const;
		const availableAt = new Date(now + delayMs);
		sendFromOutbox(await addToOutbox({ ...event, availableAt }, sql`true`));
		await backgroundWorkEnds();
		expect(send.mock.calls.map(([, options]) => options)).toEqual(sent);
		expect((await onlyRow()).due_at).toBe(now + dueMs);
	},
);

it("what only a digest tells is never due", async () => {
	await addToOutbox({ kind: "stock.low", subject: "none", digest: "only" }, sql`true`);
	expect((await onlyRow()).due_at).toBeNull();
});

it("many rows are sent in pages of a hundred", async () => {
	await env.DB.exec(
		"with recursive n(n) as (select 1 union all select n + 1 from n where n < 250) insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at) select 'n' || n, 'order.paid', 'none', '{}', 1, 1, 1 from n",
	);
	const sent = vi.spyOn(env.MAILS, "sendBatch").mockResolvedValue(undefined as never);
	await dispatchOutbox();
	expect(sent.mock.calls.map(([messages]) => [...messages].length)).toEqual([100, 100, 50]);
});

it("rows are deleted thirty days after they are done, and never before", async () => {
	await env.DB.exec(
		"insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at, done_at, outcome) values ('done', 'order.paid', 'none', '{}', 1, 1, null, 1, 'sent'), ('waiting', 'order.paid', 'none', '{}', 1, 1, 1, null, null)",
	);
	await sweepOutbox(30 * 24 * hourMs);
	expect(await rows()).toHaveLength(2);
	await sweepOutbox(30 * 24 * hourMs + 1);
	expect((await rows()).map(({ id }) => id)).toEqual(["waiting"]);
});

it("many added rows are sent to the queue at once, a hundred in a batch", async () => {
	const sent: number[] = [];
	vi.spyOn(env.MAILS, "sendBatch").mockImplementation((async (messages: Iterable<unknown>) => {
		sent.push([...messages].length);
	}) as never);
	sendRowsFromOutbox(Array.from({ length: 101 }, (_, index) => ({ id: `row-${index}` })));
	await vi.waitFor(() => expect(sent).toEqual([100, 1]));
});
