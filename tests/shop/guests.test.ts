/** Orders of guests: who may place them and how many, and the row of users that owns their lines. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { guestEmail } from "../../src/access/guest.ts";
import { createGuestToken } from "../../src/platform/auth/guest-token.ts";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { maxAddressLengths } from "../../src/shop/addresses/address-fields.ts";
import { knownDelivery } from "../../src/shop/orders/delivery.server.ts";
import { linesOf } from "../helpers/checkouts.ts";
import {
	callAsGuest,
	newAddress,
	type Placed,
	pay,
	placeOrder,
	requestOrder,
	rowOf,
} from "../helpers/guests.ts";
import { checkLedgerAfterEach } from "../helpers/payments.ts";
import {
	addTools,
	callApi,
	callAuth,
	callerOf,
	cookieOf,
	newEmail,
	password,
	signUp,
	stockOf,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

env.MAX_OPEN_ORDERS_UNVERIFIED = "5";
env.MAX_HELD_PIECES_UNVERIFIED = "50";

checkLedgerAfterEach();

describe("placing a checkout as a guest", () => {
	it("works with the body and the Origin of the API's description, and not without any of them", async () => {
		const { body: description } = await callApi("GET", "/openapi.json");
		const { post } = description.paths["/checkout"];
		const { schema } = post.requestBody.content["application/json"];
		const [example] = schema.examples;
		const { name: header, schema: origin } = post.parameters.find(
			({ name }: { name: string }) => name === "Origin",
		);
		const headers = { [header]: origin.const };
		const body = { ...example, lines: linesOf(await addTools(1)) };
		expect((await callApi("POST", "/checkout", { body })).status).toBe(403);
		for (const field of ["email", "name", "phone", "line1", "country"]) {
			const { [field]: _, ...rest } = body;
			const rejected = await callApi("POST", "/checkout", { headers, body: rest });
			expect(rejected.status, field).toBe(422);
			expect(rejected.body.error.fields).toHaveProperty(field);
		}
		expect((await callApi("POST", "/checkout", { headers, body })).status).toBe(201);
	});

	it("takes three round trips, one for offers and weights and one to count the e-mail with its link, and sets a cookie that the page's scripts can't read", async () => {
		const tools = await addTools(2);
		const email = newEmail();
		const [placed, trace] = await withD1Metrics(() =>
			requestOrder({ email, lines: linesOf(tools) }),
		);
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		expect(trace.trips).toBe(3);
		const { order } = placed.body;
		expect(order.lines).toHaveLength(2);
		for (const line of order.lines) expect(line).toMatchObject({ email, UserName: "Grace" });
		const token = await createGuestToken(order._id, email);
		expect(placed.headers.getSetCookie()).toEqual([
			`cogsmith.guest=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
		]);
		const row = await rowOf(order._id);
		expect(row).toMatchObject({ user_id: null, owner: null, email });
		// Reading the database does not open orders.
		expect(JSON.stringify([row, placed.body])).not.toContain(token);
		const guest = await env.DB.prepare(
			"select phone, address from users where id = 'guest'",
		).first();
		expect(guest).toEqual({ phone: "", address: "" });
	});

	it("needs an e-mail, a name, a phone and an address", async () => {
		const lines = linesOf(await addTools(1));
		const body = { lines, name: "", phone: "" };
		const rejected = await callAsGuest("POST", "/checkout", { body });
		expect(rejected.status).toBe(422);
		expect(rejected.body.error.fields).toEqual({
			email: "Email is Required",
			name: "Name is Required",
			phone: "Phone is Required",
			address: "Address is Required",
		});
	});

	it.each([
		"a@b.test\r\nBcc: all@b.test",
		"a@b.test, c@d.test",
		"<a@b.test>",
		"a@b.test\u0000",
		"ä@b.test",
		"a@b..test",
		`${"a".repeat(250)}@b.test`,
	])("rejects the e-mail %j", async (email) => {
		const rejected = await requestOrder({ email, lines: linesOf(await addTools(1)) });
		expect(rejected.status).toBe(422);
		expect(rejected.body.error.fields).toEqual({ email: "Provide a valid Email" });
	});

	it("starts with the country of the IP address, if the shop ships there", async () => {
		expect(await knownDelivery(undefined, "DE")).toMatchObject({ country: "DE", name: "" });
		// Cloudflare has these for Tor and for addresses without a country.
		for (const code of ["T1", "XX", ""])
			expect(await knownDelivery(undefined, code)).toMatchObject({ country: "" });
	});

	it("starts with the profile's address, if that fits into one field", async () => {
		const caller = await callerOf(await signUp());
		for (const [length, kept] of [
			[maxAddressLengths.line1, true],
			[maxAddressLengths.line1 + 1, false],
		] as const) {
			const address = "a".repeat(length);
			expect(await knownDelivery({ ...caller, address }, "DE")).toMatchObject({
				name: caller.name,
				line1: kept ? address : "",
				country: "DE",
			});
		}
	});

	it("is rejected from another site, which could order in its visitors' browsers", async () => {
		const [tool = ""] = await addTools(1);
		const elsewhere = { headers: { Origin: "https://elsewhere.test" } };
		expect((await requestOrder({ lines: linesOf([tool]) }, elsewhere)).status).toBe(403);
		expect(await stockOf(tool)).toBe(5);
	});

	it("does not tell whether the e-mail has an account", async () => {
		const known = await signUp({ verified: true });
		const shape = async (email: string) => {
			const { status, body } = await requestOrder({ email, lines: linesOf(await addTools(1)) });
			return [status, Object.keys(body.order), body.order.lines.length];
		};
		expect(await shape(known.email)).toEqual(await shape(newEmail()));
	});

	it("with the same Idempotency-Key places it once for each e-mail", async () => {
		const [tool = ""] = await addTools(1);
		const [key, email] = ["1", newEmail()];
		const body = { lines: linesOf([tool]), ...newAddress() };
		const send = (fields: object) => requestOrder({ ...body, ...fields }, { key });
		const [first, again] = await Promise.all([send({ email }), send({ email })]);
		expect(again.body.insertedId).toBe(first.body.insertedId);
		expect(cookieOf(again)).toBe(cookieOf(first));
		expect((await send({ email, line1: "Elsewhere 1" })).body.error.code).toBe(
			"idempotency_mismatch",
		);
		const other = await send({ email: newEmail() });
		expect(other.status).toBe(201);
		expect(other.body.insertedId).not.toBe(first.body.insertedId);
		expect(await stockOf(tool)).toBe(3);
	});
});

describe("the limits of guests", () => {
	const tooMany = (unpaid: string) =>
		`This e-mail or address has ${unpaid}. Pay for one first, or sign in to order more.`;

	it.each([
		[
			"e-mail",
			() => ({ email: newEmail() }),
			(at: { email: string }) => [at, { email: at.email.toUpperCase() }],
		],
		[
			"address, however it is written",
			newAddress,
			(at: { line1: string }) => [
				at,
				// With an invisible letter.
				{ ...at, line1: ` ${at.line1.toUpperCase()}. \u3164`, line2: "Flat 9" },
			],
		],
	] as const)(
		"allow five unpaid checkouts for one %s, also at once",
		async (_, create, variantsOf) => {
			const tools = await addTools(1, 50);
			const variants: object[] = variantsOf(create() as never);
			const answers = await Promise.all(
				Array.from({ length: 8 }, (_, n) =>
					requestOrder({ lines: linesOf(tools), ...variants[n % 2] }),
				),
			);
			const rejected = answers.filter(({ status }) => status !== 201);
			expect(rejected).toHaveLength(3);
			for (const { status, body } of rejected) {
				expect(status).toBe(409);
				expect(body.error).toEqual({
					code: "too_many_open",
					message: tooMany("5 unpaid orders"),
				});
			}
			expect(await stockOf(tools[0] ?? "")).toBe(45);
		},
	);

	it("allow fifty pieces for one e-mail, and none of another's are counted", async () => {
		const tools = await addTools(2, 100);
		const email = newEmail();
		await placeOrder(tools, { email, lines: linesOf(tools, 20) });
		const rejected = await requestOrder({ email, lines: linesOf(tools, 6) });
		expect(rejected.body.error.message).toBe(
			"Unpaid orders for one e-mail or address can hold up to 50 items; these hold 40. Order fewer, or sign in to order more.",
		);
		await placeOrder(tools, { email, lines: linesOf(tools, 5) });
		await placeOrder(tools, { lines: linesOf(tools, 20) });
	});

	it("do not count what is paid or deleted", async () => {
		const tools = await addTools(1, 20);
		const email = newEmail();
		const placed = [];
		for (let n = 0; n < 5; n += 1) placed.push(await placeOrder(tools, { email }));
		const [paid, deleted] = placed as [Placed, Placed];
		await pay(paid);
		await callAsGuest("DELETE", `/order?id=${deleted.order._id}`, { cookie: deleted.cookie });
		await placeOrder(tools, { email });
		await placeOrder(tools, { email });
		expect((await requestOrder({ email, lines: linesOf(tools) })).status).toBe(409);
	});
});

describe("the guests' row of users", () => {
	it("is nobody's: it can't sign up, sign in, reset a password or have a role", async () => {
		allowConsole(/"message":"User not found"/);
		const body = { email: guestEmail, password, name: "Me" };
		expect((await callAuth("sign-up/email", body)).status).toBe(422);
		expect((await callAuth("sign-in/email", body)).status).toBe(401);
		await callAuth("request-password-reset", { email: guestEmail });
		const { results } = await env.DB.prepare(
			"select 1 from verifications where value = 'guest'",
		).all();
		expect(results).toEqual([]);
		for (const statement of [
			"update users set email_verified = 1, role = 'admin' where id = 'guest'",
			"insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ('s', 's', 'guest', 1, 1, 1)",
			"insert into accounts (id, account_id, provider_id, user_id, created_at, updated_at) values ('a', 'a', 'google', 'guest', 1, 1)",
		]) {
			await expect(env.DB.prepare(statement).run(), statement).rejects.toThrow(/guest/);
		}
	});

	it("is on no list, and has no profile and no role", async () => {
		const admin = await signUp({ role: "admin" });
		const get = (path: string) => callApi("GET", path, { token: admin.token });
		for (const path of ["/user", "/user?q=guest", "/user?q=gu"]) {
			const { body } = await get(path);
			expect(body.map(({ _id }: { _id: string }) => _id)).not.toContain("guest");
		}
		expect((await get(`/user?email=${guestEmail}`)).status).toBe(404);
		expect((await get(`/admin/${guestEmail}`)).status).toBe(404);
		const made = await callApi("PUT", `/user/admin/${guestEmail}`, { token: admin.token });
		expect(made.status).toBe(404);
	});
});
