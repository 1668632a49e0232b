/** The e-mails about orders: each once, and only while there is something to tell. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { linesOf } from "../helpers/checkouts.ts";
import { requestOrder } from "../helpers/guests.ts";
import { type SentMail, withMail } from "../helpers/mail.ts";
import {
	beginPayment,
	closeOrderDirectly,
	createForeignIntent,
	deliverEvent,
	eventOf,
	type OrderLine,
	payByCard,
	placePaidLine,
	refundAtStripe,
	reportPayment,
} from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callApi, newEmail, type Person, placeLine, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
let tool: string;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	rider = await signUp();
	tool = await addTool({ name: "Torque wrench", quantity: 1000 });
});

beforeEach(() => env.DB.exec("delete from outbox"));

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * Sends every e-mail that is available at a time in the future, as the scheduled job and the queue's
 * consumer do then. Returns the e-mails about a subject.
 */
async function mailsUntil(aheadMs: number, subject: RegExp): Promise<SentMail[]> {
	const now = Date.now();
	vi.useFakeTimers({ toFake: ["Date"], now: now + aheadMs });
	try {
		return await withMail(async (sent) => {
			await dispatchOutbox();
			return sent.filter((mail) => subject.test(mail.subject));
		});
	} finally {
		vi.useRealTimers();
	}
}

const waiting = async () =>
	(await env.DB.prepare("select id from outbox where done_at is null").all()).results.length;

const outcomeOfReminder = ({ _id }: OrderLine) =>
	env.DB.prepare(
		"select outcome, due_at from outbox where kind = 'order.expiring' and subject_id = ?",
	)
		.bind(_id)
		.first();

describe("an unpaid order", () => {
	const remind = (aheadMs: number) => mailsUntil(aheadMs, /reservation for order \d+ ends/);

	it("reminds its customer once, two hours before its reservation ends, with a link to pay", async () => {
		const line = await placeLine(rider, tool);
		expect(await remind(21 * hourMs)).toEqual([]);
		const [mail, ...others] = await remind(22 * hourMs + minuteMs);
		expect(others).toEqual([]);
		expect(mail?.to).toBe(rider.email);
		expect(mail?.text).toContain(`/payment/${line._id}\n`);
		expect(mail?.text).toMatch(/until \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\./);
		// An unverified e-mail may be somebody else's.
		expect(mail?.text).not.toContain(rider.name);
		expect(await remind(23 * hourMs)).toEqual([]);
	});

	it("sends a guest the link at once and once a day, however many orders were placed with the e-mail", async () => {
		const email = newEmail();
		const place = (line1: string) => requestOrder({ email, lines: linesOf([tool]), line1 });
		const first = await place("1 Spoke Street");
		for (const line1 of ["2 Spoke Street", "3 Spoke Street"]) await place(line1);
		const { results } = await env.DB.prepare("select kind, subject_id from outbox").all();
		expect(results).toEqual([{ kind: "order.placed", subject_id: first.body.order._id }]);
		expect(await remind(22 * hourMs + minuteMs)).toEqual([]);
	});

	it("does not once it is paid, closed, or about to expire", async () => {
		const { line: paid } = await placePaidLine(rider, tool);
		const closed = await placeLine(rider, tool);
		await callApi("DELETE", `/order?id=${closed._id}`, { token: rider.token });
		// Nothing says any longer that it waits.
		expect(await outcomeOfReminder(paid)).toEqual({ outcome: "dropped", due_at: null });
		expect(await outcomeOfReminder(closed)).toEqual({ outcome: "dropped", due_at: null });
		expect(await remind(22 * hourMs + minuteMs)).toEqual([]);
		await placeLine(rider, tool);
		expect(await remind(24 * hourMs - 10 * minuteMs)).toEqual([]);
		expect(await waiting()).toBe(0);
	});

	it("leaves a reminder that is being sent while it is paid to its sender", async () => {
		const line = await placeLine(rider, tool);
		await env.DB.prepare("update outbox set leased_until = ? where subject_id = ?")
			.bind(Date.now() + minuteMs, line._id)
			.run();
		await callApi("DELETE", `/order?id=${line._id}`, { token: rider.token });
		expect(await outcomeOfReminder(line)).toMatchObject({ outcome: null });
	});

	it("does not if it is reserved for three hours or less", async () => {
		const orderHold = env.ORDER_HOLD_MINUTES;
		env.ORDER_HOLD_MINUTES = "180";
		try {
			await placeLine(rider, tool);
		} finally {
			Object.assign(env, { ORDER_HOLD_MINUTES: orderHold });
		}
		expect(await waiting()).toBe(0);
	});
});

describe("a shipped order", () => {
	const setStatus = (line: OrderLine, status: string) =>
		callApi("PUT", `/order?id=${line._id}`, { token: admin.token, body: { status } });
	const shippedMails = (aheadMs: number) => mailsUntil(aheadMs, /on its way/);

	it("is announced once, when shipping can no longer be undone", async () => {
		const { line } = await placePaidLine(rider, tool);
		const delays: unknown[] = [];
		vi.spyOn(env.MAILS, "send").mockImplementation(async (_, options) => {
			delays.push(options?.delaySeconds);
			return undefined as never;
		});
		await setStatus(line, "Shipped");
		expect(delays).toEqual([31]);
		expect(await shippedMails(20_000)).toEqual([]);
		const [mail, ...others] = await shippedMails(6 * minuteMs);
		expect(others).toEqual([]);
		expect(mail?.to).toBe(rider.email);
		expect(mail?.text).toContain("1 × Torque wrench");
		expect(await shippedMails(hourMs)).toEqual([]);
	});

	it("is not if that was undone, and once if it was shipped again", async () => {
		const { line } = await placePaidLine(rider, tool);
		await setStatus(line, "Shipped");
		await setStatus(line, "Pending");
		expect(await shippedMails(6 * minuteMs)).toEqual([]);
		await setStatus(line, "Shipped");
		await setStatus(line, "Pending");
		await setStatus(line, "Shipped");
		expect(await shippedMails(6 * minuteMs)).toHaveLength(1);
	});
});

describe("a refund", () => {
	const refundMails = () => mailsUntil(6 * minuteMs, /refund/);

	it("made at Stripe is told once, whatever events arrive, and so is the next part", async () => {
		const { line, payment } = await placePaidLine(rider, tool, 2);
		await refundAtStripe(payment.id, 198);
		for (const type of ["refund.created", "charge.refunded", "refund.created"]) {
			await deliverEvent(await eventOf(payment.id, type));
		}
		const [mail, ...others] = await refundMails();
		expect(others).toEqual([]);
		expect(mail?.to).toBe(rider.email);
		expect(mail?.text).toContain(
			`Order: ${line.orderNumber}\n\nTorque wrench: $1.98\nRefund: $1.98\n\nTotal: $51.98\nRefunded: $1.98\nTotal after refunds: $50.00\n`,
		);
		await refundAtStripe(payment.id);
		await deliverEvent(await eventOf(payment.id, "charge.refunded"));
		expect(await refundMails()).toHaveLength(1);
	});

	it("of a payment that no open order awaits is told once", async () => {
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await reportPayment(rider, line, payment.id);
		const late = await createForeignIntent(line._id, Math.round(line.totalPrice * 100));
		await payByCard(late);
		for (const _ of [1, 2]) await deliverEvent(await eventOf(late.id));
		await deliverEvent(await eventOf(late.id, "charge.refunded"));
		expect(await refundMails()).toHaveLength(1);
	});

	it("of a closed order is told to its customer", async () => {
		const line = await placeLine(rider, tool);
		await closeOrderDirectly(line._id);
		const late = await createForeignIntent(line._id, Math.round(line.totalPrice * 100));
		await payByCard(late);
		await deliverEvent(await eventOf(late.id));
		const [mail] = await refundMails();
		expect(mail?.to).toBe(rider.email);
	});
});

it("a cancelled order is told with its refund", async () => {
	const { line } = await placePaidLine(rider, tool);
	await env.DB.prepare(
		"insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at) values ('cancelled', 'order.cancelled', ?, ?, 1, 1, 1)",
	)
		.bind(line._id, JSON.stringify({ cents: 2599, currency: "USD" }))
		.run();
	await withMail(async (sent) => {
		await deliver("cogsmith-mails", [{ outbox: "cancelled" }]);
		expect(sent[0]?.subject).toBe(`Your Cogsmith order ${line.orderNumber} is canceled`);
		expect(sent[0]?.text).toContain("Refund: $25.99");
	});
});
