import * as messages from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
import { addToCart } from "../../shop/carts/change-cart.ts";
import { canOrder } from "../../shop/tools/availability.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";

/** How long the link to the cart is offered, in milliseconds. */
const linkOfferedMs = 8_000;

/** The messages by the names of the errors. Not the module itself, of which every message would be loaded. */
const errorMessages = {
	cartFull: messages.cartFull,
	cartHasAll: messages.cartHasAll,
	cartNotStored: messages.cartNotStored,
};

interface Props {
	tool: Tool;
	/** The id of the element that says why the tool can't be ordered now. */
	reasonId: string;
}

/** Adds a tool's minimum order to the cart, the island version of components/AddToCart.astro. */
export function AddToCart({ tool, reasonId }: Props) {
	const available = canOrder(tool);
	const add = () => {
		const line = { toolId: tool._id, quantity: tool.minOrderQuantity, price: tool.price };
		const error = addToCart(line, tool.quantity);
		const added =
			line.quantity > 1
				? messages.piecesAddedToCart.replace("#", String(line.quantity))
				: messages.addedToCart;
		toast(error ? "error" : "success", error ? errorMessages[error] : added, {
			label: messages.viewCart,
			durationMs: linkOfferedMs,
			run: () => location.assign(sitePaths.cart),
		});
	};
	return (
		<Button
			disabled={!available}
			onClick={add}
			aria-label={`${messages.addToCart}: ${tool.name}`}
			aria-describedby={available ? undefined : reasonId}
		>
			{messages.addToCart}
		</Button>
	);
}
