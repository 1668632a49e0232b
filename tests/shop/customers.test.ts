/** What administrators change about a customer's account. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { guestOrderLimit } from "../../src/messages/checkout.ts";
import {
	listCustomers,
	readCustomer,
	readGuest,
} from "../../src/shop/customers/customer-page.server.ts";
import { customersPageSize } from "../../src/shop/customers/customers.ts";
import { askQuestion } from "../../src/shop/questions/questions.server.ts";
import { brokenRows } from "../helpers/broken-rows.ts";
import { linesOf } from "../helpers/checkouts.ts";
import {
	pay as payAsGuest,
	placeOrder as placeAsGuest,
	requestOrder,
	verify,
} from "../helpers/guests.ts";
import { captureQueue, deliverJobs, drainQueue } from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	checkLedgerAfterEach,
	intentAtStripe,
	ledgerOf,
	payByCard,
	placePaidLine,
	rowOf,
} from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	callAuth,
	cookieOf,
	newEmail,
	type Person,
	password,
	placeLine,
	signUp,
	tokenOf,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { backgroundWorkEnds } from "../setup/in-node/workers.ts";

const limit = 5;
env.MAX_OPEN_ORDERS_UNVERIFIED = String(limit);

checkLedgerAfterEach();

afterEach(async () => {
	expect(await brokenRows()).toEqual([]);
});

let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

const setBlocked = (user: { id: string }, blocked: boolean): Promise<ApiResponse> =>
	callApi("PUT", `/customer/${user.id}/block`, {
		token: admin.token,
		body: { blocked, ...(blocked && { reason: "Sends spam" }) },
	});
const signIn = ({ email }: Person) => callAuth("sign-in/email", { email, password });
const myOrders = ({ email, token }: Person) =>
	callApi("GET", `/order?email=${encodeURIComponent(email)}`, { token });

async function auditOf(userId: string): Promise<string[]> {
	const { results } = await env.DB.prepare(
		"select action from audit where subject_id = ? order by created_at",
	)
		.bind(userId)
		.all<{ action: string }>();
	return results.map(({ action }) => action);
}

describe("PUT /customer/{id}/block", () => {
	it("ends the sessions immediately and rejects signing in, until the account is unblocked", async () => {
		allowConsole(/Invalid password/);
		const rider = await signUp();
		expect((await setBlocked(rider, true)).body).toEqual({ modifiedCount: 1 });
		expect((await setBlocked(rider, true)).body).toEqual({ modifiedCount: 0 });
		expect((await myOrders(rider)).status).toBe(401);
		await expect(tokenOf(rider.email, rider.cookie)).rejects.toThrow("401");
		const { status, body } = await signIn(rider);
		expect([status, body.code]).toEqual([403, "ACCOUNT_BLOCKED"]);
		expect(body.message).toMatch(/^This account is blocked\./);
		const wrong = await callAuth("sign-in/email", { email: rider.email, password: "not this one" });
		expect(wrong.status).toBe(401);
		expect((await setBlocked(rider, false)).body).toEqual({ modifiedCount: 1 });
		const signedIn = await signIn(rider);
		expect(signedIn.status).toBe(200);
		expect(await tokenOf(rider.email, cookieOf(signedIn))).toEqual(expect.any(String));
		expect(await auditOf(rider.id)).toEqual(["user.blocked", "user.unblocked"]);
	});

	it("needs a reason", async () => {
		const rider = await signUp();
		const { status, body } = await callApi("PUT", `/customer/${rider.id}/block`, {
			token: admin.token,
			body: { blocked: true, reason: " " },
		});
		expect([status, body.error.fields]).toEqual([422, { reason: "Reason is Required" }]);
	});

	it("rejects orders of guests with the verified e-mail, as if it had too many unpaid ones", async () => {
		const [rider, unverified, tool] = [
			await signUp({ verified: true }),
			await signUp(),
			await addTool(),
		];
		const line = (email: string) => requestOrder({ email, lines: linesOf([tool]) });
		await setBlocked(rider, true);
		await setBlocked(unverified, true);
		for (const email of [rider.email, rider.email.toUpperCase()]) {
			const { status, body } = await line(email);
			expect([status, body.error]).toEqual([
				409,
				{ code: "too_many_open", message: guestOrderLimit(limit) },
			]);
		}
		expect((await ledgerOf(tool))?.held).toBe(0);
		// Anyone may have typed an e-mail that is not verified.
		expect((await line(unverified.email)).status).toBe(201);
		await setBlocked(rider, false);
		expect((await line(rider.email)).status).toBe(201);
	});

	it("lets no session begin that a sign-in had started before", async () => {
		const rider = await signUp();
		await setBlocked(rider, true);
		const insert = env.DB.prepare(
			"insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ('late', 'late', ?, 9e15, 1, 1)",
		).bind(rider.id);
		await expect(insert.run()).rejects.toThrow("the account is blocked");
	});

	it("ends reservations with their payments; what is paid or shipped goes on", async () => {
		vi.restoreAllMocks();
		captureQueue();
		drainQueue();
		const [rider, tool] = [await signUp(), await addTool()];
		const { line: paid } = await placePaidLine(rider, tool);
		const unpaid = await placeLine(rider, tool);
		const begun = await beginPayment(rider, unpaid);
		const other = await signUp();
		const kept = await placeLine(other, tool);
		expect(await ledgerOf(tool)).toEqual({ stock: 7, held: 2, sold: 1 });
		await setBlocked(rider, true);
		await backgroundWorkEnds();
		await deliverJobs(drainQueue());
		expect(await ledgerOf(tool)).toEqual({ stock: 8, held: 1, sold: 1 });
		expect((await intentAtStripe(begun.id)).status).toBe("canceled");
		expect(await rowOf(unpaid._id)).toMatchObject({ closed_why: "expired" });
		expect(await rowOf(kept._id)).toMatchObject({ closed_why: null });
		const shipped = await callApi("POST", "/shipment", {
			token: admin.token,
			body: { lineIds: [paid._id] },
		});
		expect(shipped.status).toBe(201);
	});

	it("keeps an order whose payment has succeeded meanwhile", async () => {
		vi.restoreAllMocks();
		captureQueue();
		drainQueue();
		const [rider, tool] = [await signUp(), await addTool()];
		const unpaid = await placeLine(rider, tool);
		await payByCard(await beginPayment(rider, unpaid));
		await setBlocked(rider, true);
		await backgroundWorkEnds();
		await deliverJobs(drainQueue());
		expect(await rowOf(unpaid._id)).toMatchObject({
			closed_why: null,
			transaction_id: expect.any(String),
		});
	});

	it("rejects administrators, the own account, the row of guests and unknown users", async () => {
		const other = await signUp({ role: "admin" });
		for (const [user, status, code] of [
			[other, 409, "admin_account"],
			[admin, 409, "own_account"],
			[{ id: "guest" }, 404, "not_found"],
			[{ id: "nobody" }, 404, "not_found"],
		] as const) {
			const { status: got, body } = await setBlocked(user, true);
			expect([got, body.error.code]).toEqual([status, code]);
		}
	});

	it("a blocked account gets no role", async () => {
		const rider = await signUp({ verified: true });
		await setBlocked(rider, true);
		const calls = [
			callApi("PUT", `/user/admin/${encodeURIComponent(rider.email)}`, { token: admin.token }),
			callApi("PUT", `/customer/${rider.id}/role`, {
				token: admin.token,
				body: { role: "packer" },
			}),
		];
		for (const { status, body } of await Promise.all(calls))
			expect([status, body.error.code]).toEqual([409, "account_blocked"]);
	});
});

describe("the list of customers", () => {
	const search = (q: string) => listCustomers({ q, sort: "newest", cursor: undefined });

	it("has each customer's orders, spend without refunds, and when they were last seen", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const { line: paid } = await placePaidLine(rider, tool, 2);
		await placePaidLine(rider, tool);
		const unpaid = await placeLine(rider, tool);
		await callApi("POST", `/order/${paid._id}/refund`, {
			token: admin.token,
			body: { reason: "other", amount: 10 },
		});
		const row = async () => (await search(rider.email)).customers[0];
		expect(await row()).toMatchObject({
			id: rider.id,
			role: "user",
			verified: false,
			blockedAt: null,
			orderCount: 3,
			spentCents: 3 * 2599 - 1000,
			lastSeenAt: expect.any(Date),
		});
		await callApi("DELETE", `/order?id=${unpaid._id}`, { token: rider.token });
		expect(await row()).toMatchObject({ orderCount: 2 });
	});

	it("has a guest by e-mail, who is one person with the account that they make later", async () => {
		const email = newEmail();
		const place = async (pieces: number) => {
			const tools = await Promise.all(Array.from({ length: pieces }, () => addTool()));
			return placeAsGuest(tools, { email, name: "Grace Guest" });
		};
		const [first, second] = [await place(2), await place(1)];
		await place(1);
		expect((await search(email)).customers).toEqual([]);
		for (const order of [first, second]) await payAsGuest(order);
		// Three lines are two orders; the third order is not paid.
		const expected = { email, name: "Grace Guest", orderCount: 2, spentCents: 3 * 2599 };
		for (const q of [email, "grace g"])
			expect((await search(q)).customers.filter((one) => one.email === email)).toEqual([
				expect.objectContaining({ ...expected, role: "guest" }),
			]);
		const { guest, lines, accountId } = (await readGuest(email)) ?? {};
		expect(guest).toMatchObject(expected);
		expect([lines?.length, accountId]).toEqual([4, undefined]);

		// Nobody knows yet whose the account is.
		const rider = await signUp();
		await env.DB.prepare("update users set email = ? where id = ?").bind(email, rider.id).run();
		expect((await search(email)).customers.map(({ role }) => role)).toEqual(["guest", "user"]);
		await verify(email);
		expect((await search(email)).customers).toEqual([
			expect.objectContaining({ id: rider.id, orderCount: 2, spentCents: 3 * 2599 }),
		]);
		expect(await readGuest(email)).toMatchObject({ guest: undefined, accountId: rider.id });
	});

	it.each([
		["", "newest"],
		["", "spent"],
		["example.test", "newest"],
		["example.test", "spent"],
	] as const)(
		"pages through all customers that %j finds, the %s first, without the row of guests",
		async (q, sort) => {
			for (let n = 0; n <= customersPageSize; n += 1) await signUp();
			const seen: string[] = [];
			let cursor: Parameters<typeof listCustomers>[0]["cursor"];
			do {
				const { customers, next } = await listCustomers({ q, sort, cursor });
				seen.push(...customers.map(({ id }) => id));
				cursor = next;
			} while (cursor);
			const count = await env.DB.prepare("select count(*) as n from users").first<{ n: number }>();
			expect(new Set(seen).size).toBe(seen.length);
			const guests = await env.DB.prepare(
				"select count(*) as n from guests where order_count > 0",
			).first<{ n: number }>();
			// A search by a part of the domain finds no guests, who are found by the beginning of an e-mail.
			expect(seen.length).toBe(Number(count?.n) - 1 + (q ? 0 : Number(guests?.n)));
			expect(seen).not.toContain("guest");
		},
	);
});

it("a customer's page has orders, reviews, notes, sessions and what changed the account", async () => {
	const [rider, tool] = [await signUp(), await addTool({ name: "Cone key" })];
	const { line } = await placePaidLine(rider, tool);
	await askQuestion(rider, tool, "Is it steel?");
	const added = await callApi("POST", `/customer/${rider.id}/note`, {
		token: admin.token,
		body: { text: "Asks for invoices" },
	});
	expect(added).toMatchObject({ status: 201, body: { insertedId: expect.any(String) } });
	await setBlocked(rider, true);
	expect(await readCustomer(rider.id)).toMatchObject({
		customer: { email: rider.email, blockedAt: expect.any(Date) },
		lines: [{ id: line._id, state: "Pending" }],
		reviews: [],
		questions: [{ text: "Is it steel?", state: "waiting", toolName: "Cone key" }],
		sessionCount: 0,
		notes: [{ text: "Asks for invoices", author: admin.name }],
		events: [
			{ action: "user.blocked", who: { email: admin.email }, detail: { reason: "Sends spam" } },
		],
	});
	expect(await readCustomer("guest")).toBeUndefined();
});
