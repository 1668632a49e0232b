/** Guests' orders join the account whose verified e-mail they have. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { knownDelivery } from "../../src/shop/orders/delivery.server.ts";
import { linesOf } from "../helpers/checkouts.ts";
import {
	callAsGuest,
	contact,
	newAddress,
	pay,
	placeOrder,
	rowOf,
	verify,
} from "../helpers/guests.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { checkLedgerAfterEach, payByCard, paymentOf } from "../helpers/payments.ts";
import { addTools, callApi, callerOf, newEmail, signUp } from "../helpers/shop.ts";

checkLedgerAfterEach();

describe("an account with a guest's e-mail", () => {
	const lineIdsOf = async ({ email, token }: { email: string; token: string }) =>
		(await callApi("GET", `/order?email=${email}`, { token })).body.map(
			({ _id }: { _id: string }) => _id,
		);

	it("gets what was paid, and no more than that, once the e-mail is verified", async () => {
		const [tool = ""] = await addTools(1);
		const rider = await signUp();
		const guest = { email: rider.email };
		const [paid, unpaid] = [await placeOrder([tool], guest), await placeOrder([tool], guest)];
		await pay(paid);
		await pay(await placeOrder([tool]));
		expect(await lineIdsOf(rider)).toEqual([]);
		const read = () => callApi("GET", `/order/${paid.order._id}`, { token: rider.token });
		expect((await read()).status).toBe(404);
		await verify(rider.email);
		await verify(rider.email);
		expect(await lineIdsOf(rider)).toEqual([paid.order._id]);
		expect((await read()).status).toBe(200);
		expect(await rowOf(unpaid.order._id)).toMatchObject({ user_id: null, owner: null });
		await pay(unpaid);
		expect(await lineIdsOf(rider)).toEqual([unpaid.order._id, paid.order._id]);
		// The browser that ordered still opens it.
		const again = await callAsGuest("GET", `/order/${paid.order._id}`, { cookie: paid.cookie });
		expect(again.status).toBe(200);
	});

	it("gets it when it is paid by the job, if the e-mail was verified before", async () => {
		const rider = await signUp({ verified: true });
		const { order, cookie } = await placeOrder(await addTools(2), { email: rider.email });
		expect(await lineIdsOf(rider)).toEqual([]);
		const begun = await callAsGuest("POST", "/create-payment-intent", {
			cookie,
			body: { orderId: order._id },
		});
		await payByCard(paymentOf(begun.body.clientSecret));
		await reconcile();
		expect((await lineIdsOf(rider)).sort()).toEqual(
			order.lines.map(({ _id }: { _id: string }) => _id).sort(),
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
		const guest = await placeOrder([tool], { email: rider.email }, { key: "same" });
		await pay(guest);
		await verify(rider.email);
		expect(await lineIdsOf(rider)).toContain(guest.order._id);
		// A client that repeats its key pays again, and that joins too.
		const next = await placeOrder([tool], { email: rider.email }, { key: "same" });
		await pay(next);
		expect(await lineIdsOf(rider)).toContain(next.order._id);
	});

	it("is not filled with the address of what joined it, which anyone may have typed", async () => {
		const rider = await signUp({ verified: true });
		const placed = await placeOrder(await addTools(1), { email: rider.email });
		await pay(placed);
		expect(await lineIdsOf(rider)).toEqual([placed.order._id]);
		const { line1, name } = await knownDelivery(await callerOf(rider), "US");
		expect({ line1, name }).toEqual({ line1: "", name: (await callerOf(rider)).name });
	});

	it("gets it when the account is created with a verified e-mail, as with Google", async () => {
		const email = newEmail();
		const placed = await placeOrder(await addTools(1), { email });
		await pay(placed);
		await env.DB.prepare(
			"insert into users (id, name, email, email_verified, created_at, updated_at) values (?1, 'New', ?1, 1, 1, 1)",
		)
			.bind(email)
			.run();
		expect(await rowOf(placed.order._id)).toMatchObject({ user_id: email, owner: email });
	});

	it("can write a verified review of it", async () => {
		const rider = await signUp();
		const [tool = ""] = await addTools(1);
		const image = `/images/${"0".repeat(32)}`;
		await env.DB.prepare(
			"insert or ignore into images (key, type, bytes, width, height, created_at) values (?, 'image/webp', 1, 1, 1, 1)",
		)
			.bind("0".repeat(32))
			.run();
		await env.DB.prepare("insert into image_uploaders (key, user_id) values (?, ?)")
			.bind("0".repeat(32), rider.id)
			.run();
		await pay(await placeOrder([tool], { email: rider.email }));
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
