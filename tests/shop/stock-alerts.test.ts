/** E-mails when a tool is back in stock: each customer who asked gets one. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createAlertToken, readAlertToken } from "../../src/platform/auth/alert-token.ts";
import { sweepAuth } from "../../src/platform/auth/auth-sweep.ts";
import { createStopToken, readStopToken } from "../../src/platform/auth/stop-token.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import {
	addAlertsToOutbox,
	confirmStockAlert,
	offerStockAlert,
	readStockAlert,
	removeAllStockAlerts,
} from "../../src/shop/stock-alerts/stock-alerts.server.ts";
import { mailTo, type SentMail, tokenIn, withMail } from "../helpers/mail.ts";
import { deliver } from "../helpers/queue.ts";
import {
	addTool,
	callApi,
	callerOf,
	newEmail,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";
import { backgroundWorkEnds } from "../setup/in-node/workers.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	env.ORDER_HOLD_MINUTES = "60";
	env.DIGEST_TO = "off";
	admin = await signUp({ role: "admin" });
	rider = await signUp({ verified: true });
});

beforeEach(() => env.DB.exec("delete from outbox"));

const hourMs = 3_600_000;

const ask = (person: Person, tool: string) =>
	callApi("PUT", `/service/${tool}/alert`, { token: person.token });
const withdraw = (person: Person, tool: string) =>
	callApi("DELETE", `/service/${tool}/alert`, { token: person.token });
const restock = (tool: string, quantity: number) =>
	callApi("PUT", `/service/${tool}`, { token: admin.token, body: { quantity } });

/** Runs the scheduled job until nothing is due; returns the e-mails it sends. */
function sendAlerts(): Promise<SentMail[]> {
	return withMail(async (sent) => {
		for (let run = 1; run <= 3; run += 1) {
			await dispatchOutbox(Date.now() + run * hourMs);
			// An e-mail is sent to the queue after the delivery that adds it.
			await backgroundWorkEnds();
		}
		return sent;
	});
}

const asked = async (tool: string) =>
	(await env.DB.prepare("select user_id from stock_alerts where tool_id = ?").bind(tool).all())
		.results.length;

describe("asking", () => {
	it("is for verified e-mails, sold-out tools, and once", async () => {
		const tool = await addTool({ quantity: 0 });
		expect((await ask(rider, tool)).body).toEqual({ modifiedCount: 1 });
		expect((await ask(rider, tool)).body).toEqual({ modifiedCount: 0 });
		const unverified = await ask(await signUp(), tool);
		expect([unverified.status, unverified.body.error.code]).toEqual([409, "not_verified"]);
		expect((await ask(rider, await addTool({ quantity: 5 }))).body).toEqual({ modifiedCount: 0 });
		expect((await ask(rider, "unknown")).status).toBe(404);
		expect(await asked(tool)).toBe(1);
	});

	it("can be withdrawn", async () => {
		const tool = await addTool({ quantity: 0 });
		await ask(rider, tool);
		const [other, shown] = [
			await signUp({ verified: true }),
			async (person: Person) => (await readStockAlert(callerOf(person), tool))?.isAsked,
		];
		await ask(other, tool);
		expect([await shown(rider), await shown(other)]).toEqual([true, true]);
		await removeAllStockAlerts({ userId: other.id });
		expect([await shown(rider), await shown(other)]).toEqual([true, false]);
		expect(await readStockAlert(callerOf(rider), "unknown")).toBeUndefined();
		expect((await withdraw(rider, tool)).body).toEqual({ deletedCount: 1 });
		expect((await withdraw(rider, tool)).body).toEqual({ deletedCount: 0 });
		await restock(tool, 5);
		expect(await sendAlerts()).toEqual([]);
	});
});

describe("asking without an account", () => {
	const from = (address: string) =>
		new Request("https://shop.test", { headers: { "cf-connecting-ip": address } });
	const codeOf = (asking: Promise<void>) =>
		asking.then(
			() => "sent",
			({ code }: { code: string }) => code,
		);

	it("stores nothing until the owner of the e-mail has confirmed it, and tells them once", async () => {
		const tool = await addTool({ name: "Cone spanner", quantity: 0 });
		const email = newEmail();
		const confirmed = await withMail(async (sent) => {
			await offerStockAlert(from("203.0.113.81"), tool, email);
			const mail = await mailTo(sent, email, /Cone spanner/);
			expect(mail.text).toContain(`/tools/${tool}/alert?token=`);
			return readAlertToken(tool, tokenIn(mail));
		});
		expect(await asked(tool)).toBe(0);
		expect(confirmed).toBe(email);
		expect(await confirmStockAlert(tool, email)).toEqual({ modifiedCount: 1 });
		expect(await confirmStockAlert(tool, email)).toEqual({ modifiedCount: 0 });
		await restock(tool, 5);
		const [mail, ...others] = await sendAlerts();
		expect([mail?.to, mail?.subject, others]).toEqual([email, "Cone spanner is back in stock", []]);
		// Its link stops the alerts of this e-mail, and needs no account.
		const other = await addTool({ quantity: 0 });
		await confirmStockAlert(other, email);
		const stopped = await readStopToken(tokenIn({ ...mail, text: `${mail?.text}` } as SentMail));
		expect(stopped).toEqual({ kind: "guest", subject: email });
		await removeAllStockAlerts({ email });
		expect(await asked(other)).toBe(0);
	});

	it("sends no more links than a network and an address may have", async () => {
		const tool = await addTool({ quantity: 0 });
		const email = newEmail();
		await withMail(async () => {
			const byAddress = [1, 2, 3, 4, 5, 6].map((last) =>
				codeOf(offerStockAlert(from(`198.51.100.${last}`), tool, email)),
			);
			expect((await Promise.all(byAddress)).filter((code) => code === "too_many")).toHaveLength(1);
			env.MAILS_A_DAY_NETWORK = "1";
			const home = from("203.0.113.82");
			expect(await codeOf(offerStockAlert(home, tool, newEmail()))).toBe("sent");
			expect(await codeOf(offerStockAlert(home, tool, newEmail()))).toBe("too_many");
			env.MAILS_A_DAY_NETWORK = "30";
			expect(await codeOf(offerStockAlert(home, "unknown", newEmail()))).toBe("not_found");
		});
	});

	it("takes the link of its own tool for a week, and an alert is kept for a year", async () => {
		const [tool, other] = [await addTool({ quantity: 0 }), await addTool({ quantity: 0 })];
		const email = newEmail();
		const token = await createAlertToken(tool, email);
		expect(await readAlertToken(other, token)).toBeUndefined();
		expect(await readAlertToken(tool, `${token}x`)).toBeUndefined();
		const weekMs = 7 * 24 * hourMs;
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + weekMs });
		expect(await readAlertToken(tool, token).finally(() => vi.useRealTimers())).toBeUndefined();
		await confirmStockAlert(tool, email);
		const askedBefore = (days: number) =>
			env.DB.prepare("update stock_alerts set created_at = ? where tool_id = ?")
				.bind(Date.now() - days * 24 * hourMs, tool)
				.run();
		for (const [days, left] of [
			[364, 1],
			[366, 0],
		] as const) {
			await askedBefore(days);
			await sweepAuth();
			expect(await asked(tool)).toBe(left);
		}
	});

	it("is stored for an account or an e-mail, never both", async () => {
		const tool = await addTool({ quantity: 0 });
		const insert = env.DB.prepare(
			"insert into stock_alerts (user_id, email, tool_id, created_at) values (?, ?, ?, 1)",
		);
		await expect(insert.bind(rider.id, "a@b.test", tool).run()).rejects.toThrow(/recipient/);
		await expect(insert.bind(null, null, tool).run()).rejects.toThrow(/recipient/);
	});
});

describe("a tool that is back in stock", () => {
	it("is told to each who asked, once, with links to it and to stop", async () => {
		const tool = await addTool({ name: "Cone <spanner>", quantity: 0 });
		const other = await signUp({ verified: true });
		for (const person of [rider, other]) await ask(person, tool);
		await restock(tool, 5);
		const sent = await sendAlerts();
		expect(sent.map(({ to }) => to).sort()).toEqual([rider.email, other.email].sort());
		const [mail] = sent;
		expect(mail?.subject).toBe("Cone <spanner> is back in stock");
		expect(mail?.text).toContain(`/tools/${tool}\n`);
		expect(mail?.text).toContain("/alerts/stop?token=");
		// Only https URLs may be there.
		expect(mail).not.toHaveProperty("headers");
		expect(mail?.html).toContain("Cone &lt;spanner&gt;");
		await restock(tool, 0);
		await restock(tool, 5);
		expect(await sendAlerts()).toEqual([]);
	});

	it("is told again to who asks again", async () => {
		const tool = await addTool({ quantity: 0 });
		for (const _ of [1, 2]) {
			await restock(tool, 0);
			await ask(rider, tool);
			await restock(tool, 5);
			expect(await sendAlerts()).toHaveLength(1);
		}
	});

	it("counts from its minimum order on", async () => {
		const tool = await addTool({ quantity: 1, minOrderQuantity: 3 });
		await ask(rider, tool);
		await restock(tool, 2);
		expect(await sendAlerts()).toEqual([]);
		await restock(tool, 3);
		expect(await sendAlerts()).toHaveLength(1);
	});

	it("counts when an order gives its items back", async () => {
		const tool = await addTool({ quantity: 2 });
		const line = await placeLine(rider, tool, 2);
		await ask(rider, tool);
		await callApi("DELETE", `/order?id=${line._id}`, { token: rider.token });
		expect(await sendAlerts()).toHaveLength(1);
	});

	it("that is sold out again is told another time", async () => {
		const tool = await addTool({ quantity: 0 });
		await ask(rider, tool);
		await restock(tool, 5);
		await restock(tool, 0);
		expect(await sendAlerts()).toEqual([]);
		// Sold out between the two steps.
		await restock(tool, 5);
		vi.spyOn(env.MAILS, "sendBatch").mockResolvedValue(undefined as never);
		await addAlertsToOutbox(tool);
		await env.DB.prepare("update tools set quantity = 0 where id = ?").bind(tool).run();
		vi.restoreAllMocks();
		expect(await sendAlerts()).toEqual([]);
		expect(await asked(tool)).toBe(1);
		await restock(tool, 5);
		expect(await sendAlerts()).toHaveLength(1);
	});

	it("is told to hundreds in pages, with a queue that delivers twice", async () => {
		const tool = await addTool({ quantity: 0 });
		const numbers =
			"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 250)";
		await env.DB.batch([
			env.DB.prepare(
				`${numbers} insert into users (id, name, email, email_verified, created_at, updated_at) select 'alerted' || n, 'Someone', 'alerted' || n || '@example.test', n <> 7, 1, 1 from numbers`,
			),
			env.DB.prepare(
				`${numbers} insert into stock_alerts (user_id, tool_id, created_at) select 'alerted' || n, ?, n from numbers`,
			).bind(tool),
		]);
		await restock(tool, 5);
		const row = await env.DB.prepare("select id from outbox").first<{ id: string }>();
		const sent = await withMail(async (mails) => {
			const message = { outbox: row?.id };
			await Promise.all([1, 2].map(() => deliver("cogsmith-mails", [message])));
			await dispatchOutbox(Date.now() + hourMs);
			await dispatchOutbox(Date.now() + 2 * hourMs);
			return mails;
		});
		// One e-mail is no longer verified.
		expect(sent).toHaveLength(249);
		expect(new Set(sent.map(({ to }) => to)).size).toBe(249);
		expect(await asked(tool)).toBe(0);
	});
});

it("a link to stop has its account and allows nothing else", async () => {
	const token = await createStopToken(rider.id);
	expect(await readStopToken(token)).toEqual({ kind: "alerts", subject: rider.id });
	for (const wrong of ["", "x", `${token}x`, rider.token]) {
		expect(await readStopToken(wrong)).toBeUndefined();
	}
	const response = await callApi("GET", "/order?limit=1", { token });
	expect(response.status).toBe(401);
});
