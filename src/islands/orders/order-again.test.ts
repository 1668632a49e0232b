import { expect, it } from "vitest";
import type { CartItem } from "../../shop/carts/carts.ts";
import { orderAgain } from "./order-again.ts";

const tool = (changes: Partial<NonNullable<CartItem["tool"]>> = {}) => ({
	name: "Chain whip",
	image: "/images/none",
	price: 30,
	minOrderQuantity: 1,
	quantity: 10,
	...changes,
});
const ordered = [{ toolId: "a", name: "Chain whip", quantity: 2 }];
const again = (
	item: CartItem,
	inCart: { toolId: string; quantity: number; price: number }[] = [],
) => orderAgain(inCart, ordered, [item]);

it("adds the ordered pieces at today's price", () => {
	expect(again({ toolId: "a", gone: false, tool: tool() })).toEqual({
		cart: [{ toolId: "a", quantity: 2, price: 30 }],
		added: 1,
		notes: [],
	});
});

it("adds to what is in the cart, at most what is in stock, and says so", () => {
	const inCart = [{ toolId: "a", quantity: 9, price: 20 }];
	expect(again({ toolId: "a", gone: false, tool: tool() }, inCart)).toEqual({
		cart: [{ toolId: "a", quantity: 10, price: 30 }],
		added: 1,
		notes: [{ name: "Chain whip", text: "Only 10 left." }],
	});
});

it("adds the minimum order, if that has risen", () => {
	const item = { toolId: "a", gone: false, tool: tool({ minOrderQuantity: 5 }) };
	expect(again(item).cart).toEqual([{ toolId: "a", quantity: 5, price: 30 }]);
});

it.each<[string, CartItem, string]>([
	["gone", { toolId: "a", gone: true, tool: tool() }, "No longer sold"],
	["unknown", { toolId: "a", gone: true }, "No longer sold"],
	["sold out", { toolId: "a", gone: false, tool: tool({ quantity: 0 }) }, "Sold out"],
])("says that a tool is %s", (_name, item, text) => {
	expect(again(item)).toEqual({ cart: [], added: 0, notes: [{ name: "Chain whip", text }] });
});

it("says that the cart is full", () => {
	const full = Array.from({ length: 50 }, (_, n) => ({ toolId: `${n}`, quantity: 1, price: 1 }));
	const { cart, notes } = again({ toolId: "a", gone: false, tool: tool() }, full);
	expect(cart).toEqual(full);
	expect(notes).toHaveLength(1);
});
