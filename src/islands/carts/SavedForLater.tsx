import { useStore } from "@nanostores/react";
import { useId, useRef } from "react";
import * as texts from "../../messages/cart.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { type CartItem, lineNotes } from "../../shop/carts/carts.ts";
import { $saved, moveToCart, removeSaved } from "../../stores/saved.ts";
import { toast } from "../../stores/toasts.ts";
import { formatPrice } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { useCartItems } from "./useCartItems.ts";

/** The messages by the names of the errors. */
const errorMessages = {
	cartFull: messages.cartFull,
	cartHasAll: messages.cartHasAll,
	cartNotStored: messages.cartNotStored,
};

/** What this browser has saved for later, below the cart. */
export function SavedForLater() {
	const id = useId();
	const heading = useRef<HTMLHeadingElement>(null);
	const lines = useStore($saved);
	const { items } = useCartItems(lines);
	const entries = lines.flatMap((line) => {
		const item = items.get(line.toolId);
		return item ? [{ line, item }] : [];
	});
	if (entries.length === 0) return null;

	const move = (line: CartLine, { tool }: CartItem) => {
		if (!tool) return;
		const quantity = Math.max(line.quantity, tool.minOrderQuantity);
		const error = moveToCart({ ...line, quantity, price: tool.price }, tool.quantity);
		if (error) toast("error", errorMessages[error]);
		else heading.current?.focus({ preventScroll: true });
	};
	const remove = (toolId: string) => {
		if (removeSaved(toolId)) heading.current?.focus({ preventScroll: true });
		else toast("error", messages.cartNotStored);
	};
	return (
		<section aria-labelledby={id} className="saved">
			<h2 id={id} ref={heading} tabIndex={-1}>
				{texts.savedHeading}
			</h2>
			<ul>
				{entries.map(({ line, item }) => {
					const { tool } = item;
					const name = tool?.name ?? messages.unknownTool;
					const { unavailable } = lineNotes(line, item);
					return (
						<li key={line.toolId} className="cart-row">
							{tool ? <Thumbnail image={tool.image} size={160} /> : <span />}
							<div className="grid content-start gap-1">
								<h3 className="text-xl">
									{item.gone ? (
										name
									) : (
										<a href={sitePaths.tool({ _id: line.toolId, address: tool?.address })}>
											{name}
										</a>
									)}
								</h3>
								{tool && !item.gone && <p className="price">{formatPrice(tool.price)}</p>}
								{unavailable && <p className="sold-out">{unavailable}</p>}
								<div className="flex flex-wrap gap-2">
									{!unavailable && (
										<Button
											aria-label={`${texts.moveToCart}: ${name}`}
											onClick={() => move(line, item)}
										>
											{texts.moveToCart}
										</Button>
									)}
									<Button
										look="btn-ghost"
										aria-label={common.removeNamed(name)}
										onClick={() => remove(line.toolId)}
									>
										{common.remove}
									</Button>
								</div>
							</div>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
