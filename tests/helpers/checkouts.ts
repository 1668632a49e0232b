/** Checkouts of several orders. */
import { reconcile } from "./payment-jobs.ts";
import { beginPayment, payByCard } from "./payments.ts";
import { addTool, callApi, type Person } from "./shop.ts";

/** Places a checkout with so many orders, one piece of a new tool each: Spanner 0, Spanner 1 and so on. */
export async function placeCheckout(
	customer: Person,
	count: number,
	address: Record<string, string> = { address: "12 Bell Road" },
) {
	const tools = await Promise.all(
		Array.from({ length: count }, (_, n) => addTool({ name: `Spanner ${n}` })),
	);
	const { body } = await callApi("POST", "/checkout", {
		token: customer.token,
		body: {
			lines: tools.map((productCode) => ({ productCode, quantity: 1, price: 25.99 })),
			phone: "1",
			...address,
		},
	});
	const orders: { _id: string }[] = body.checkout.orders;
	return { id: String(body.insertedId), ids: orders.map(({ _id }) => _id), tools };
}

/** Pays a checkout, named by its id or an order's, by card. */
export async function payCheckout(customer: Person, id: string): Promise<void> {
	await payByCard(await beginPayment(customer, { _id: id }));
	await reconcile();
}
