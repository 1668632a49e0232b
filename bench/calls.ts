/** Measures the D1 cost of API calls. These are counts, so they are reproducible. */
import sharp from "sharp";
import * as v from "valibot";
import type { Person } from "../local/session.ts";
import { type Cost, call } from "./api-client.ts";
import type { BenchShop } from "./bench-shop.ts";

/** A demo tool, which every bench shop has in stock. */
const toolId = "torque-wrench";

const lineSchema = v.object({
	order: v.object({ _id: v.string(), totalPrice: v.number(), price: v.number() }),
});
const secretSchema = v.object({ clientSecret: v.string() });
const uploadSchema = v.object({ data: v.object({ url: v.string() }) });

/** Uploads an image for the rider's reviews and returns its URL. */
async function uploadImage(shop: BenchShop, { token }: Person): Promise<string> {
	const background = "#1d6540";
	const image = sharp({ create: { width: 320, height: 320, channels: 3, background } });
	const form = new FormData();
	form.set("image", new File([new Uint8Array(await image.png().toBuffer())], "image.png"));
	const response = await fetch(`${shop.url}/api/images`, {
		method: "POST",
		headers: { Authorization: `Bearer ${token}` },
		body: form,
	});
	return v.parse(uploadSchema, await response.json()).data.url;
}

/** Writes that purge cached pages: to a tool's stock, or to the reviews. */
export async function createWriters(shop: BenchShop, admin: Person, rider: Person) {
	const image = await uploadImage(shop, rider);
	let stock = 5000;
	return {
		tools: () => {
			stock += 1;
			return call(shop, admin, "PUT", `/service/${toolId}`, { quantity: stock });
		},
		reviews: () =>
			call(shop, rider, "POST", "/rating", { name: 5, image, description: "Measured." }),
	};
}

/** Turns the stand-in's webhooks on or off: a webhook may arrive before the browser's own call. */
async function setWebhookFault(shop: BenchShop, webhooks: "ok" | "drop"): Promise<void> {
	const body = JSON.stringify({ webhooks });
	await fetch(`${shop.stripeUrl}/_faults`, { method: "POST", body });
}

/** Confirms a card payment at the stand-in, as the browser does. Returns the PaymentIntent's id. */
async function payByCard(shop: BenchShop, clientSecret: string): Promise<string> {
	const id = clientSecret.replace(/_secret_.*$/, "");
	const response = await fetch(`${shop.stripeUrl}/v1/payment_intents/${id}/confirm`, {
		method: "POST",
		body: new URLSearchParams({
			key: shop.publishableKey,
			client_secret: clientSecret,
			"payment_method_data[type]": "card",
			"payment_method_data[card][number]": "4242424242424242",
			"payment_method_data[card][exp_month]": "12",
			"payment_method_data[card][exp_year]": "34",
			"payment_method_data[card][cvc]": "123",
		}),
	});
	if (!response.ok) throw new Error(`Confirming the payment returned ${response.status}`);
	return id;
}

/** Places an order. Returns it with its cost. */
export async function placeLine(shop: BenchShop, rider: Person) {
	const body = {
		productCode: toolId,
		quantity: 2,
		phone: "+1 555 0100",
		address: "1 Bench Street",
	};
	const { json, cost } = await call(shop, rider, "POST", "/order", body);
	return { line: v.parse(lineSchema, json).order, cost };
}

/** Measures every call. Returns the costs by call. Sets the tool's stock first. */
export async function measureCalls(
	shop: BenchShop,
	admin: Person,
	rider: Person,
): Promise<Record<string, Cost>> {
	const costs: Record<string, Cost> = {};
	const write = await createWriters(shop, admin, rider);
	costs["change a tool's stock"] = (await write.tools()).cost;
	costs["add a review"] = (await write.reviews()).cost;
	const { line, cost } = await placeLine(shop, rider);
	costs["place an order"] = cost;
	const paymentIntent = await call(shop, rider, "POST", "/create-payment-intent", {
		orderId: line._id,
	});
	costs["begin a payment"] = paymentIntent.cost;
	await setWebhookFault(shop, "drop");
	const transactionId = await payByCard(
		shop,
		v.parse(secretSchema, paymentIntent.json).clientSecret,
	);
	costs["report a payment"] = (
		await call(shop, rider, "PATCH", `/order/${line._id}`, { transactionId })
	).cost;
	await setWebhookFault(shop, "ok");
	costs["ship an order"] = (
		await call(shop, admin, "PUT", `/order?id=${line._id}`, { status: "Shipped" })
	).cost;
	const secondOrder = await placeLine(shop, rider);
	costs["delete an order"] = (
		await call(shop, rider, "DELETE", `/order?id=${secondOrder.line._id}`)
	).cost;
	for (const [name, person, path] of [
		["list tools", undefined, "/service?limit=20"],
		["list tools by price", undefined, "/service?limit=20&sort=-price"],
		["search tools", undefined, "/service?limit=20&q=wrench"],
		["search tools, nothing found", undefined, "/service?limit=20&q=zzzzzz"],
		["search tools, by price", undefined, "/service?limit=20&q=wrench&sort=price"],
		["search tools, two letters", undefined, "/service?limit=20&q=wr"],
		["list reviews", undefined, "/rating?limit=20"],
		["a customer's orders", rider, `/order?limit=20&email=${rider.email}`],
		["list orders", admin, "/order?limit=20"],
		["list orders by total", admin, "/order?limit=20&sort=-totalPrice"],
		["search orders by e-mail", admin, `/order?limit=20&q=${rider.email}`],
		["search orders by tool", admin, "/order?limit=20&q=wrench"],
		["search orders by transaction", admin, `/order?limit=20&q=${transactionId}`],
		["search orders, by total", admin, "/order?limit=20&q=wrench&sort=-totalPrice"],
		["list users", admin, "/user?limit=20"],
		["search users", admin, "/user?limit=20&q=cogsmith"],
		["audit of roles", admin, "/audit?limit=20&kind=user"],
	] as const) {
		costs[name] = (await call(shop, person, "GET", path)).cost;
	}
	return costs;
}
