/** Checkouts of guests: who may place, see and pay them, and when they join an account. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { createGuestToken, guestTokenHashes } from "../../src/platform/guest-token.ts";
import { maxAddressLengths } from "../../src/shop/checkouts/address.ts";
import { findShownCheckout } from "../../src/shop/checkouts/checkouts.server.ts";
import { knownDelivery } from "../../src/shop/checkouts/delivery.server.ts";
import { openGuestLink } from "../../src/shop/checkouts/guest-link.server.ts";
import { orderPage } from "../../src/shop/checkouts/order-page.server.ts";
import { guestEmail } from "../../src/shop/users/guest.ts";
import { mailTo, tokenIn, withMail } from "../helpers/mail.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { checkLedgerAfterEach, payByCard, paymentOf, refundsOf } from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTools,
	callApi,
	callAuth,
	callerOf,
	cookieOf,
	newEmail,
	origin,
	password,
	signUp,
	stockOf,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

env.MAX_OPEN_ORDERS_UNVERIFIED = "5";
env.MAX_HELD_PIECES_UNVERIFIED = "50";

checkLedgerAfterEach();

const price = 25.99;
const contact = { name: "Grace", phone: "+1 555 0123" };

let streetCount = 0;

/** An address that no other checkout has. */
const newAddress = () => {
	streetCount += 1;
	return {
		line1: `${streetCount} Spoke Street`,
		city: "Portland",
		region: "OR",
		postalCode: "97201",
		country: "US",
	};
};

const linesOf = (tools: string[], quantity = 1) =>
	tools.map((productCode) => ({ productCode, quantity, price }));

interface Request {
	body?: unknown;
	cookie?: string;
	key?: string;
	headers?: Record<string, string>;
}

/** Calls the API from the shop's own page, without a token. */
function callAsGuest(method: string, path: string, { body, cookie, key, headers }: Request = {}) {
	return callApi(method, path, {
		...(body !== undefined && { body }),
		headers: {
			Origin: origin,
			...(cookie && { Cookie: cookie }),
			...(key && { "Idempotency-Key": key }),
			...headers,
		},
	});
}

const requestCheckout = (fields: object, request: Request = {}): Promise<ApiResponse> =>
	callAsGuest("POST", "/checkout", {
		...request,
		body: { ...contact, ...newAddress(), email: newEmail(), ...fields },
	});

async function placeCheckout(tools: string[], fields: object = {}, request: Request = {}) {
	const placed = await requestCheckout({ lines: linesOf(tools), ...fields }, request);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return { checkout: placed.body.checkout, cookie: cookieOf(placed) };
}

type Placed = Awaited<ReturnType<typeof placeCheckout>>;

async function pay({ checkout, cookie }: Placed) {
	const begun = await callAsGuest("POST", "/create-payment-intent", {
		cookie,
		body: { orderId: checkout._id, totalPrice: checkout.totalPrice },
	});
	expect(begun.status, JSON.stringify(begun.body)).toBe(200);
	const payment = paymentOf(begun.body.clientSecret);
	await payByCard(payment);
	const reported = await callAsGuest("PATCH", `/order/${checkout.orders[0]._id}`, {
		cookie,
		body: { transactionId: payment.id },
	});
	expect(reported.status, JSON.stringify(reported.body)).toBe(200);
	return payment;
}

const rowOf = (id: string) =>
	env.DB.prepare(
		"select checkouts.*, orders.user_id as owner from checkouts join orders on orders.checkout_id = checkouts.id where checkouts.id = ?",
	)
		.bind(id)
		.first<Record<string, unknown>>();

const verify = (email: string) =>
	env.DB.prepare("update users set email_verified = 1 where email = ?").bind(email).run();

describe("placing a checkout as a guest", () => {
	it("takes one round trip, and sets a cookie that the page's scripts can't read", async () => {
		const tools = await addTools(2);
		const email = newEmail();
		const [placed, trace] = await withD1Metrics(() =>
			requestCheckout({ email, lines: linesOf(tools) }),
		);
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		expect(trace.trips).toBe(1);
		const { checkout } = placed.body;
		expect(checkout.orders).toHaveLength(2);
		for (const order of checkout.orders) expect(order).toMatchObject({ email, UserName: "Grace" });
		const token = await createGuestToken(checkout._id);
		expect(placed.headers.getSetCookie()).toEqual([
			`cogsmith.guest=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
		]);
		const row = await rowOf(checkout._id);
		expect(row).toMatchObject({ user_id: null, owner: "guest", email });
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
		"\u212aate@b.test",
		"a@b..test",
		`${"a".repeat(250)}@b.test`,
	])("rejects the e-mail %j", async (email) => {
		const rejected = await requestCheckout({ email, lines: linesOf(await addTools(1)) });
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
				...{ name: caller.name, line1: kept ? address : "", country: "DE" },
			});
		}
	});

	it("is rejected from another site, which could order in its visitors' browsers", async () => {
		const [tool = ""] = await addTools(1);
		const elsewhere = { headers: { Origin: "https://elsewhere.test" } };
		expect((await requestCheckout({ lines: linesOf([tool]) }, elsewhere)).status).toBe(403);
		expect(await stockOf(tool)).toBe(5);
	});

	it("does not tell whether the e-mail has an account", async () => {
		const known = await signUp({ verified: true });
		const shape = async (email: string) => {
			const { status, body } = await requestCheckout({ email, lines: linesOf(await addTools(1)) });
			return [status, Object.keys(body.checkout), body.checkout.orders.length];
		};
		expect(await shape(known.email)).toEqual(await shape(newEmail()));
	});

	it("with the same Idempotency-Key places it once for each e-mail", async () => {
		const [tool = ""] = await addTools(1);
		const [key, email] = ["1", newEmail()];
		const body = { lines: linesOf([tool]), ...newAddress() };
		const send = (fields: object) => requestCheckout({ ...body, ...fields }, { key });
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
		`There ${unpaid} for this e-mail or address. Pay one first, or sign in to order more.`;

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
					requestCheckout({ lines: linesOf(tools), ...variants[n % 2] }),
				),
			);
			const rejected = answers.filter(({ status }) => status !== 201);
			expect(rejected).toHaveLength(3);
			for (const { status, body } of rejected) {
				expect(status).toBe(409);
				expect(body.error).toEqual({
					code: "too_many_open",
					message: tooMany("are 5 unpaid orders"),
				});
			}
			expect(await stockOf(tools[0] ?? "")).toBe(45);
		},
	);

	it("allow fifty pieces for one e-mail, and none of another's are counted", async () => {
		const tools = await addTools(2, 100);
		const email = newEmail();
		await placeCheckout(tools, { email, lines: linesOf(tools, 20) });
		const rejected = await requestCheckout({ email, lines: linesOf(tools, 6) });
		expect(rejected.body.error.message).toBe(
			"Unpaid orders for one e-mail or address can reserve 50 items in total; these reserve 40. Order fewer, or sign in to order more.",
		);
		await placeCheckout(tools, { email, lines: linesOf(tools, 5) });
		await placeCheckout(tools, { lines: linesOf(tools, 20) });
	});

	it("do not count what is paid or deleted", async () => {
		const tools = await addTools(1, 20);
		const email = newEmail();
		const placed = [];
		for (let n = 0; n < 5; n += 1) placed.push(await placeCheckout(tools, { email }));
		const [paid, deleted] = placed as [Placed, Placed];
		await pay(paid);
		await callAsGuest("DELETE", `/order?id=${deleted.checkout._id}`, { cookie: deleted.cookie });
		await placeCheckout(tools, { email });
		await placeCheckout(tools, { email });
		expect((await requestCheckout({ email, lines: linesOf(tools) })).status).toBe(409);
	});
});

describe("the cookie of a guest's checkout", () => {
	/** Every call about an order, with its status for the wrong cookie. */
	const callsAbout = (id: string) =>
		[
			["POST", "/create-payment-intent", { orderId: id }],
			["GET", `/order/${id}`, undefined],
			["PATCH", `/order/${id}`, { transactionId: "pi_1" }],
			["POST", `/order/${id}/cancel`, undefined],
			["DELETE", `/order?id=${id}`, undefined],
		] as const;

	it("opens the page where it is paid", async () => {
		const [mine, theirs] = [
			await placeCheckout(await addTools(1)),
			await placeCheckout(await addTools(1)),
		];
		const hash = String((await rowOf(mine.checkout._id))?.access_token_hash);
		const guest = { user: undefined, guestTokenHashes: [hash] };
		for (const { _id } of [mine.checkout, ...mine.checkout.orders])
			expect(await findShownCheckout(guest, _id)).toMatchObject({ _id: mine.checkout._id });
		expect(await findShownCheckout(guest, theirs.checkout._id)).toBeUndefined();
	});

	it("opens that checkout alone", async () => {
		const tools = await addTools(2);
		const [mine, theirs] = [await placeCheckout(tools), await placeCheckout(tools)];
		const stranger = await signUp();
		for (const { _id } of [theirs.checkout, ...theirs.checkout.orders]) {
			for (const [method, path, body] of callsAbout(_id)) {
				const statusOf = async (request: Request) =>
					(await callAsGuest(method, path, { body, ...request })).status;
				expect(await statusOf({}), path).toBe(401);
				expect(await statusOf({ cookie: mine.cookie }), path).toBe(404);
				expect(await statusOf({ cookie: `cogsmith.guest=${"A".repeat(43)}` }), path).toBe(404);
				expect(await statusOf({ cookie: "cogsmith.guest=1" }), path).toBe(401);
				const token = { Authorization: `Bearer ${stranger.token}` };
				expect(await statusOf({ headers: token }), path).toBe(404);
				expect(await statusOf({ headers: token, cookie: mine.cookie }), path).toBe(404);
				const elsewhere = { Origin: "https://elsewhere.test" };
				expect(await statusOf({ cookie: theirs.cookie, headers: elsewhere }), path).toBe(403);
			}
		}
		const order = theirs.checkout.orders[0];
		const read = await callAsGuest("GET", `/order/${order._id}`, { cookie: theirs.cookie });
		expect(read.body).toMatchObject({ _id: order._id, paid: false });
	});

	it("reads without Origin, which browsers do not send with a page's own GET, and changes nothing", async () => {
		const { checkout, cookie } = await placeCheckout(await addTools(1));
		for (const [method, path, body] of callsAbout(checkout._id)) {
			const { status } = await callApi(method, path, {
				...(body && { body }),
				headers: { Cookie: cookie },
			});
			expect(status, `${method} ${path}`).toBe(method === "GET" ? 200 : 403);
		}
	});

	it("pays, and cancels until it ships", async () => {
		const placed = await placeCheckout(await addTools(2));
		const payment = await pay(placed);
		const [first, second] = placed.checkout.orders;
		const cancel = (id: string) =>
			callAsGuest("POST", `/order/${id}/cancel`, { cookie: placed.cookie });
		expect((await cancel(first._id)).body).toMatchObject({ amount: 25.99, status: "done" });
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([2599]);
		const admin = await signUp({ role: "admin" });
		const shipped = await callApi("PUT", `/order?id=${second._id}`, {
			token: admin.token,
			body: { status: "Shipped" },
		});
		expect(shipped.status).toBe(200);
		expect((await cancel(second._id)).body.error.code).toBe("not_cancellable");
		const history = await callApi("GET", `/audit?subject=${first._id}`, { token: admin.token });
		expect(history.body[0]).toMatchObject({ action: "order.refunded" });
	});

	it("has several checkouts, the newest ten, and counts beside an account", async () => {
		const tools = await addTools(1, 50);
		let cookie = "";
		const ids: string[] = [];
		for (let n = 0; n < 11; n += 1) {
			const placed = await placeCheckout(tools, {}, { cookie });
			cookie = placed.cookie;
			ids.push(placed.checkout._id);
		}
		const rider = await signUp();
		const token = { Authorization: `Bearer ${rider.token}` };
		const statuses = await Promise.all(
			ids.map(
				async (id) => (await callAsGuest("GET", `/order/${id}`, { cookie, headers: token })).status,
			),
		);
		expect(statuses).toEqual([404, ...Array(10).fill(200)]);
		const own = await callApi("POST", "/checkout", {
			token: rider.token,
			body: { lines: linesOf(tools), ...contact, ...newAddress() },
			headers: { Cookie: cookie },
		});
		const read = await callAsGuest("GET", `/order/${own.body.insertedId}`, {
			cookie,
			headers: token,
		});
		expect(read.status).toBe(200);
	});

	it("comes from the link in a mail, which leaves the address", async () => {
		const [placed, other] = [
			await placeCheckout(await addTools(2)),
			await placeCheckout(await addTools(1)),
		];
		const { _id, orders } = placed.checkout;
		const open = async (id: string, token: string) => {
			const request = new Request(`${origin}/payment/${id}?token=${encodeURIComponent(token)}`);
			const { headers, status } = (await openGuestLink(request, id)) as Response;
			expect(status).toBe(303);
			expect(headers.get("Location")).toBe(`/payment/${id}`);
			expect(headers.get("Referrer-Policy")).toBe("no-referrer");
			expect(headers.get("Cache-Control")).toBe("no-store");
			return headers.get("Set-Cookie");
		};
		const token = await createGuestToken(_id);
		for (const id of [_id, orders[1]._id]) {
			expect((await open(id, token))?.startsWith(`${placed.cookie};`)).toBe(true);
		}
		for (const wrong of ["", "x", `${token}A`, await createGuestToken(other.checkout._id)]) {
			expect(await open(_id, wrong)).toBeNull();
		}
		const without = new Request(`${origin}/payment/${_id}`);
		expect(await openGuestLink(without, _id)).toBeUndefined();
	});
});

describe("the page of a guest's order", () => {
	it("is shown to the browser that ordered, and to no other", async () => {
		const [mine, theirs] = [
			await placeCheckout(await addTools(2)),
			await placeCheckout(await addTools(1)),
		];
		const pageFor = async ({ cookie }: Placed, person?: Parameters<typeof callerOf>[0]) =>
			orderPage(mine.checkout._id, {
				user: person && callerOf(person),
				guestTokenHashes: await guestTokenHashes(new Headers({ Cookie: cookie })),
			});
		expect(await pageFor(mine)).toMatchObject({ isOwn: true, isGuest: true, state: "unpaid" });
		expect(await pageFor(mine, await signUp())).toMatchObject({ isOwn: true });
		expect(await pageFor(theirs)).toBeUndefined();
		expect(await pageFor(theirs, await signUp())).toBeUndefined();
	});

	it("is linked with its token in mails, and without it once it has joined an account", async () => {
		const rider = await signUp();
		await withMail(async (sent) => {
			const placed = await placeCheckout(await addTools(2), { email: rider.email });
			await pay(placed);
			const { _id, orders } = placed.checkout;
			const receipt = await mailTo(sent, rider.email, /receipt/i);
			expect(receipt.text).toContain(`/orders/${_id}?token=`);
			expect(tokenIn(receipt)).toBe(await createGuestToken(_id));
			await verify(rider.email);
			const path = `/order/${orders[0]._id}/cancel`;
			expect((await callAsGuest("POST", path, { cookie: placed.cookie })).status).toBe(200);
			const cancelled = await mailTo(sent, rider.email, /cancelled/i);
			expect(cancelled.text).toContain(`/orders/${_id}\n`);
		});
	});
});

describe("an account with a guest's e-mail", () => {
	const ordersOf = async ({ email, token }: { email: string; token: string }) =>
		(await callApi("GET", `/order?email=${email}`, { token })).body.map(
			({ _id }: { _id: string }) => _id,
		);

	it("gets what was paid, and no more than that, once the e-mail is verified", async () => {
		const [tool = ""] = await addTools(1);
		const rider = await signUp();
		const guest = { email: rider.email };
		const [paid, unpaid] = [await placeCheckout([tool], guest), await placeCheckout([tool], guest)];
		await pay(paid);
		await pay(await placeCheckout([tool]));
		expect(await ordersOf(rider)).toEqual([]);
		const read = () => callApi("GET", `/order/${paid.checkout._id}`, { token: rider.token });
		expect((await read()).status).toBe(404);
		await verify(rider.email);
		await verify(rider.email);
		expect(await ordersOf(rider)).toEqual([paid.checkout._id]);
		expect((await read()).status).toBe(200);
		expect(await rowOf(unpaid.checkout._id)).toMatchObject({ user_id: null, owner: "guest" });
		await pay(unpaid);
		expect(await ordersOf(rider)).toEqual([unpaid.checkout._id, paid.checkout._id]);
		// The browser that ordered still opens it.
		const again = await callAsGuest("GET", `/order/${paid.checkout._id}`, { cookie: paid.cookie });
		expect(again.status).toBe(200);
	});

	it("gets it when it is paid by the job, if the e-mail was verified before", async () => {
		const rider = await signUp({ verified: true });
		const { checkout, cookie } = await placeCheckout(await addTools(2), { email: rider.email });
		expect(await ordersOf(rider)).toEqual([]);
		const begun = await callAsGuest("POST", "/create-payment-intent", {
			cookie,
			body: { orderId: checkout._id },
		});
		await payByCard(paymentOf(begun.body.clientSecret));
		await reconcile();
		expect((await ordersOf(rider)).sort()).toEqual(
			checkout.orders.map(({ _id }: { _id: string }) => _id).sort(),
		);
	});

	it("gets it although it has used the same Idempotency-Key", async () => {
		const rider = await signUp();
		const [tool = ""] = await addTools(1);
		const body = { lines: linesOf([tool]), ...contact, ...newAddress() };
		const own = await callApi("POST", "/checkout", {
			token: rider.token,
			body,
			headers: { "Idempotency-Key": "same" },
		});
		expect(own.status).toBe(201);
		const guest = await placeCheckout([tool], { email: rider.email }, { key: "same" });
		await pay(guest);
		await verify(rider.email);
		expect(await ordersOf(rider)).toContain(guest.checkout._id);
		// A client that repeats its key pays again, and that joins too.
		const next = await placeCheckout([tool], { email: rider.email }, { key: "same" });
		await pay(next);
		expect(await ordersOf(rider)).toContain(next.checkout._id);
	});

	it("is not filled with the address of what joined it, which anyone may have typed", async () => {
		const rider = await signUp({ verified: true });
		const placed = await placeCheckout(await addTools(1), { email: rider.email });
		await pay(placed);
		expect(await ordersOf(rider)).toEqual([placed.checkout._id]);
		const { line1, name } = await knownDelivery(await callerOf(rider), "US");
		expect({ line1, name }).toEqual({ line1: "", name: (await callerOf(rider)).name });
	});

	it("gets it when the account is created with a verified e-mail, as with Google", async () => {
		const email = newEmail();
		const placed = await placeCheckout(await addTools(1), { email });
		await pay(placed);
		await env.DB.prepare(
			"insert into users (id, name, email, email_verified, created_at, updated_at) values (?1, 'New', ?1, 1, 1, 1)",
		)
			.bind(email)
			.run();
		expect(await rowOf(placed.checkout._id)).toMatchObject({ user_id: email, owner: email });
	});

	it("can write a verified review of it", async () => {
		const rider = await signUp();
		const [tool = ""] = await addTools(1);
		const image = `/images/${"0".repeat(64)}`;
		await env.DB.prepare(
			"insert or ignore into images (key, type, bytes, width, height, created_at, owner_id) values (?, 'image/webp', 1, 1, 1, 1, ?)",
		)
			.bind("0".repeat(64), rider.id)
			.run();
		await env.DB.prepare("insert into image_uploaders (key, user_id) values (?, ?)")
			.bind("0".repeat(64), rider.id)
			.run();
		await pay(await placeCheckout([tool], { email: rider.email }));
		const review = async () => {
			const body = { name: 5, image, description: "Good", productCode: tool };
			await callApi("POST", "/rating", { token: rider.token, body });
			const { body: reviews } = await callApi("GET", "/rating");
			return reviews.find(({ author }: { author: string }) => author === rider.name);
		};
		expect((await review())?.verified ?? false).toBe(false);
		await verify(rider.email);
		expect((await review())?.verified).toBe(true);
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
