/** The digest for the merchant: each paid order and each tool that became low in stock, in one e-mail an hour. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { readStopToken } from "../../src/platform/auth/stop-token.ts";
import { setDigestStopped } from "../../src/shop/mails/digest.server.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { type SentMail, withMail } from "../helpers/mail.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { addTool, callApi, origin, type Person, placeLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let rider: Person;
let admin: Person;

beforeAll(async () => {
	env.ORDER_HOLD_MINUTES = "60";
	rider = await signUp();
	admin = await signUp({ role: "admin" });
});

const merchant = "merchant@example.test";

beforeEach(async () => {
	Object.assign(env, { DIGEST_TO: merchant });
	await env.DB.exec("delete from outbox");
});

const minuteMs = 60_000;
const start = Date.now();

/** Waits until each e-mail that the digest has added was sent or has failed. */
async function mailsAreTried(): Promise<void> {
	await vi.waitFor(async () => {
		const waiting = await env.DB.prepare(
			"select id from outbox where kind = 'digest.mail' and done_at is null and failures = 0",
		).all();
		expect(waiting.results).toEqual([]);
	}, 10_000);
}

/** Runs the scheduled job some minutes after the start; returns the digests that are sent. */
async function digestsAt(
	minutes: number,
	service?: (to: string) => Promise<void> | undefined,
): Promise<SentMail[]> {
	vi.useFakeTimers({ toFake: ["Date"], now: start + minutes * minuteMs });
	try {
		return await withMail(
			async (sent) => {
				await dispatchOutbox();
				await mailsAreTried();
				return sent.filter(({ to }) => [merchant, "other@example.test"].includes(to));
			},
			service ? { service } : {},
		);
	} finally {
		vi.useRealTimers();
	}
}

it("the first order is told by the next run of the job, all others of the hour after it at once", async () => {
	const tool = await addTool({ name: "Torque wrench", quantity: 1000 });
	await placePaidLine(rider, tool, 2);
	const [first, ...others] = await digestsAt(1);
	expect(others).toEqual([]);
	expect(first?.subject).toBe("1 new order at Cogsmith");
	expect(first?.text).toContain("2 × Torque wrench: $51.98");
	expect(first?.text).toContain("/dashboard/manageOrders\n");
	expect(first?.text).not.toMatch(new RegExp(`${rider.name}|${rider.email}|Low in stock`));
	await placePaidLine(rider, tool);
	await placePaidLine(rider, tool, 3);
	for (const minutes of [6, 30, 60]) expect(await digestsAt(minutes)).toEqual([]);
	const [second, ...more] = await digestsAt(62);
	expect(more).toEqual([]);
	expect(second?.subject).toBe("2 new orders at Cogsmith");
	expect(second?.text).toMatch(
		/Order \d+, 1 × Torque wrench: \$25\.99\nOrder \d+, 3 × Torque wrench: \$77\.97/,
	);
	for (const minutes of [70, 200, 2000]) expect(await digestsAt(minutes)).toEqual([]);
});

it("a tool is told once when an order leaves little of it, with what is left then", async () => {
	const tool = await addTool({ name: "Chain breaker", quantity: 9 });
	await placeLine(rider, tool, 3);
	await placeLine(rider, tool, 1);
	await placeLine(rider, tool, 1);
	const [mail, ...others] = await digestsAt(3001);
	expect(others).toEqual([]);
	expect(mail?.subject).toBe("Low stock at Cogsmith");
	expect(mail?.text).toContain("Low in stock:\n\nChain breaker: 4 left");
	expect(mail?.text).toContain("/dashboard/manageProducts\n");
	await placeLine(rider, tool, 4);
	expect(await digestsAt(3100)).toEqual([]);
	const waiting = await env.DB.prepare("select id from outbox where done_at is null").all();
	expect(waiting.results).toEqual([]);
});

it("a tool that was restocked in the meantime is not told", async () => {
	const tool = await addTool({ quantity: 6 });
	await placeLine(rider, tool, 6);
	const restocked = await callApi("PUT", `/service/${tool}`, {
		token: admin.token,
		body: { quantity: 50, quantityWas: 0 },
	});
	expect(restocked.status).toBe(200);
	expect(await digestsAt(4001)).toEqual([]);
});

it("a rejected order does not make a tool low in stock", async () => {
	const tool = await addTool({ quantity: 6 });
	await callApi("POST", "/order", {
		token: rider.token,
		body: { productCode: tool, quantity: 7, phone: "1", address: "Here" },
	});
	expect(await digestsAt(5001)).toEqual([]);
});

it("goes to several, and names fifty orders at most", async () => {
	Object.assign(env, { DIGEST_TO: `${merchant},other@example.test` });
	const tool = await addTool({ name: "Torque wrench", quantity: 1000 });
	const { line } = await placePaidLine(rider, tool);
	await env.DB.prepare(
		"with recursive n(n) as (select 1 union all select n + 1 from n where n < 59) insert into outbox (id, kind, subject_id, payload, created_at, available_at, due_at, digest) select 'n' || n, 'order.paid', ?, '{}', 1, 1, 9e15, 'waiting' from n",
	)
		.bind(line._id)
		.run();
	const [mail, other, ...others] = await digestsAt(6001);
	expect(others).toEqual([]);
	expect([mail?.to, other?.to]).toEqual([merchant, "other@example.test"]);
	expect(mail?.subject).toBe("60 new orders at Cogsmith");
	expect(mail?.text.match(/Torque wrench/g)).toHaveLength(50);
	expect(mail?.text).toContain("and 10 more");
});

it("can be stopped by each recipient, in their e-mail program or by its link", async () => {
	const other = "other@example.test";
	Object.assign(env, { DIGEST_TO: `${merchant},${other}` });
	const tool = await addTool({ quantity: 1000 });
	await placePaidLine(rider, tool);
	// The e-mail service takes no http URL as a header.
	Object.assign(env, { SHOP_ORIGIN: "https://shop.test" });
	onTestFinished(() => void Object.assign(env, { SHOP_ORIGIN: origin }));
	const [mail] = await digestsAt(9001);
	Object.assign(env, { SHOP_ORIGIN: origin });
	const url = /<(https:[^>]+)>/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
	expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
	expect(mail?.text).toContain(`\n${url}\n`);
	const token = new URL(url).searchParams.get("token") ?? "";
	expect(await readStopToken(token)).toEqual({ kind: "digest", subject: merchant });
	await setDigestStopped(merchant, true);
	await setDigestStopped(merchant, true);
	await placePaidLine(rider, tool);
	expect((await digestsAt(9101)).map(({ to }) => to)).toEqual([other]);
	await setDigestStopped(merchant, false);
	await placePaidLine(rider, tool);
	expect((await digestsAt(9201)).map(({ to }) => to)).toEqual([merchant, other]);
});

it("is off without recipients", async () => {
	Object.assign(env, { DIGEST_TO: "off" });
	const tool = await addTool({ quantity: 6 });
	await placePaidLine(rider, tool, 6);
	expect(await digestsAt(7001)).toEqual([]);
	const { results } = await env.DB.prepare(
		"select outcome from outbox where kind in ('digest', 'stock.low')",
	).all();
	expect(results).toEqual([{ outcome: "dropped" }, { outcome: "dropped" }]);
});

it("is sent once more if the e-mail service fails", async () => {
	allowConsole(/"code":"mail".*"mail":"(digest.mail|order.paid)".*away/);
	const tool = await addTool({ quantity: 100 });
	await placePaidLine(rider, tool);
	expect(await digestsAt(8001, () => Promise.reject(new Error("away")))).toEqual([]);
	expect(await digestsAt(8007)).toHaveLength(1);
	expect(await digestsAt(8013)).toEqual([]);
});
