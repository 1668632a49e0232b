import { useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as orderMessages from "../../messages/my-orders.ts";
import { sitePaths } from "../../paths/site.ts";
import { readCart } from "../../shop/carts/cart-storage.ts";
import { readCartEndpoint } from "../../shop/carts/carts.api.ts";
import { storeCart } from "../../shop/carts/store-cart.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { useSend } from "../ui/useSend.ts";
import { type OrderedLine, orderAgain } from "./order-again.ts";

interface Props {
	lines: readonly OrderedLine[];
	/** Whether it is what the customer does next. */
	strong: boolean;
}

/** Puts an order's lines into the cart, and says what is not available. */
export function OrderAgain({ lines, strong }: Props) {
	const { sending, send } = useSend();
	const [result, setResult] = useState<{
		added: number;
		notes: { name: string; text: string }[];
	}>();

	const add = () =>
		send(async () => {
			// Only the tools as they are now are read, so the price does not matter.
			const asked = lines.map(({ toolId, quantity }) => ({ toolId, quantity, price: 0 }));
			const items = await call(readCartEndpoint, { body: { lines: asked } });
			const { cart, added, notes } = orderAgain(readCart(), lines, items);
			if (added > 0 && !storeCart(cart)) toast("error", messages.cartNotStored);
			else setResult({ added, notes });
		});

	return (
		<>
			<Button look={strong ? "btn-primary" : "btn-outline"} disabled={sending} onClick={add}>
				{orderMessages.orderAgain}
			</Button>
			<div role="status" className={result ? "order-last w-full" : "sr-only"}>
				{result && (
					<>
						<p>
							{orderMessages.addedAgain(result.added, lines.length)}{" "}
							<a className="link" href={sitePaths.cart}>
								{messages.viewCart}
							</a>
						</p>
						<ul>
							{result.notes.map(({ name, text }) => (
								<li key={name}>
									{name}: {text}
								</li>
							))}
						</ul>
					</>
				)}
			</div>
		</>
	);
}
