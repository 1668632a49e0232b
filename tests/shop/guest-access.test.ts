/** Who may see, pay and cancel a guest's order: the browser that ordered, and who has the link in an e-mail. */
import { describe, expect, it } from "vitest";
import { createGuestToken, guestTokenHashes } from "../../src/platform/auth/guest-token.ts";
import { openGuestLink } from "../../src/shop/orders/guest-link.server.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { findShownOrder } from "../../src/shop/orders/payment-page.server.ts";
import { linesOf } from "../helpers/checkouts.ts";
import {
	callAsGuest,
	contact,
	type GuestRequest,
	newAddress,
	type Placed,
	pay,
	placeOrder,
	rowOf,
	verify,
} from "../helpers/guests.ts";
import { mailTo, tokenIn, withMail } from "../helpers/mail.ts";
import { checkLedgerAfterEach, refundsOf } from "../helpers/payments.ts";
import { addTools, callApi, callerOf, origin, signUp } from "../helpers/shop.ts";

checkLedgerAfterEach();

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
			await placeOrder(await addTools(1)),
			await placeOrder(await addTools(1)),
		];
		const hash = String((await rowOf(mine.order._id))?.access_token_hash);
		const guest = { user: undefined, guestTokenHashes: [hash] };
		for (const { _id } of [mine.order, ...mine.order.lines])
			expect(await findShownOrder(guest, _id)).toMatchObject({ order: { _id: mine.order._id } });
		expect(await findShownOrder(guest, theirs.order._id)).toBeUndefined();
	});

	it("opens that checkout alone", async () => {
		const tools = await addTools(2);
		const [mine, theirs] = [await placeOrder(tools), await placeOrder(tools)];
		const stranger = await signUp();
		for (const { _id } of [theirs.order, ...theirs.order.lines]) {
			for (const [method, path, body] of callsAbout(_id)) {
				const statusOf = async (request: GuestRequest) =>
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
		const line = theirs.order.lines[0];
		const read = await callAsGuest("GET", `/order/${line._id}`, { cookie: theirs.cookie });
		expect(read.body).toMatchObject({ _id: line._id, paid: false });
	});

	it("reads without Origin, which browsers do not send with a page's own GET, and changes nothing", async () => {
		const { order, cookie } = await placeOrder(await addTools(1));
		for (const [method, path, body] of callsAbout(order._id)) {
			const { status } = await callApi(method, path, {
				...(body && { body }),
				headers: { Cookie: cookie },
			});
			expect(status, `${method} ${path}`).toBe(method === "GET" ? 200 : 403);
		}
	});

	it("pays, and cancels until it ships", async () => {
		const placed = await placeOrder(await addTools(2));
		const payment = await pay(placed);
		const [first, second] = placed.order.lines;
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
			const placed = await placeOrder(tools, {}, { cookie });
			cookie = placed.cookie;
			ids.push(placed.order._id);
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

	it("comes from the link in an e-mail, which leaves the address", async () => {
		const [placed, other] = [
			await placeOrder(await addTools(2)),
			await placeOrder(await addTools(1)),
		];
		const { _id, lines } = placed.order;
		const open = async (id: string, token: string) => {
			const request = new Request(`${origin}/payment/${id}?token=${encodeURIComponent(token)}`);
			const { headers, status } = (await openGuestLink(request, id)) as Response;
			expect(status).toBe(303);
			expect(headers.get("Location")).toBe(`/payment/${id}`);
			expect(headers.get("Referrer-Policy")).toBe("no-referrer");
			expect(headers.get("Cache-Control")).toBe("no-store");
			return headers.get("Set-Cookie");
		};
		const token = await createGuestToken(_id, lines[0].email);
		for (const id of [_id, lines[1]._id]) {
			expect((await open(id, token))?.startsWith(`${placed.cookie};`)).toBe(true);
		}
		const ofOther = await createGuestToken(other.order._id, lines[0].email);
		for (const wrong of ["", "x", `${token}A`, ofOther]) {
			expect(await open(_id, wrong)).toBeNull();
		}
		const without = new Request(`${origin}/payment/${_id}`);
		expect(await openGuestLink(without, _id)).toBeUndefined();
	});
});

describe("the page of a guest's order", () => {
	it("is shown to the browser that ordered, and to no other", async () => {
		const [mine, theirs] = [
			await placeOrder(await addTools(2)),
			await placeOrder(await addTools(1)),
		];
		const pageFor = async ({ cookie }: Placed, person?: Parameters<typeof callerOf>[0]) =>
			orderPage(mine.order._id, {
				user: person && callerOf(person),
				guestTokenHashes: await guestTokenHashes(new Headers({ Cookie: cookie })),
			});
		expect(await pageFor(mine)).toMatchObject({ isOwn: true, isGuest: true, state: "unpaid" });
		expect(await pageFor(mine, await signUp())).toMatchObject({ isOwn: true });
		expect(await pageFor(theirs)).toBeUndefined();
		expect(await pageFor(theirs, await signUp())).toBeUndefined();
	});

	it("is linked with its token in e-mails, and without it once it has joined an account", async () => {
		const rider = await signUp();
		await withMail(async (sent) => {
			const placed = await placeOrder(await addTools(2), { email: rider.email });
			await pay(placed);
			const { _id, lines } = placed.order;
			const receipt = await mailTo(sent, rider.email, /receipt/i);
			expect(receipt.text).toContain(`/orders/${_id}?token=`);
			expect(tokenIn(receipt)).toBe(await createGuestToken(_id, rider.email));
			await verify(rider.email);
			const path = `/order/${lines[0]._id}/cancel`;
			expect((await callAsGuest("POST", path, { cookie: placed.cookie })).status).toBe(200);
			const cancelled = await mailTo(sent, rider.email, /canceled/i);
			expect(cancelled.text).toContain(`/orders/${_id}\n`);
		});
	});
});
