/** Orders of several lines. */
import { expect } from "vitest";
import { reconcile } from "./payment-jobs.ts";
import { beginPayment, payByCard } from "./payments.ts";
import { type ApiResponse, addTool, callApi, type Person } from "./shop.ts";

/** The price of the tools that `addTool` adds. */
export const toolPrice = 25.99;

/** What `requestOrder` sends of the customer. */
export const contact = { phone: "+1 555 0123", address: "5 Spoke Street" };

export interface Line {
	toolId: string;
	quantity: number;
	price: number;
}

/** Lines of an order with so many pieces of each tool. */
export const linesOf = (tools: string[], quantity = 1): Line[] =>
	tools.map((toolId) => ({ toolId, quantity, price: toolPrice }));

/** Asks for an order, by an Idempotency-Key if there is one. `fields` change the request. */
export function requestOrder(
	person: Person,
	lines: Line[],
	{ key, ...fields }: { key?: string } & Record<string, unknown> = {},
	headers: Record<string, string> = {},
): Promise<ApiResponse> {
	return callApi("POST", "/checkout", {
		token: person.token,
		body: { lines, ...contact, ...fields },
		headers: { ...headers, ...(key && { "Idempotency-Key": key }) },
	});
}

/** Places an order with so many pieces of each tool, and returns it. */
export async function placeOrderOf(person: Person, tools: string[], quantity = 1) {
	const placed = await requestOrder(person, linesOf(tools, quantity));
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return placed.body.order;
}

/** Places an order with so many lines, one piece of a new tool each: Spanner 0, Spanner 1 and so on. */
export async function placeOrder(
	customer: Person,
	count: number,
	address: Record<string, string> = { address: "12 Bell Road" },
) {
	const tools = await Promise.all(
		Array.from({ length: count }, (_, n) => addTool({ name: `Spanner ${n}` })),
	);
	const fields = { phone: "1", address: undefined, ...address };
	const { body } = await requestOrder(customer, linesOf(tools), fields);
	const lines: { _id: string }[] = body.order.lines;
	return { id: String(body.insertedId), ids: lines.map(({ _id }) => _id), tools };
}

/** Pays an order, named by its id or a line's, by card. */
export async function payOrder(customer: Person, id: string): Promise<void> {
	await payByCard(await beginPayment(customer, { _id: id }));
	await reconcile();
}
