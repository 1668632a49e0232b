import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent, useRef } from "react";
import * as cartMessages from "../../messages/cart.ts";
import * as messages from "../../messages/messages.ts";
import { type CartLine, piecesOf } from "../../shop/carts/cart-lines.ts";
import type { CartItem } from "../../shop/carts/carts.ts";
import { $cart, acceptPrice, removeLine, restoreLine, setQuantity } from "../../stores/cart.ts";
import { $code, setCode } from "../../stores/code.ts";
import { saveForLater } from "../../stores/saved.ts";
import { toast } from "../../stores/toasts.ts";
import { CodeField } from "../offers/CodeField.tsx";
import { useOffers } from "../offers/useOffers.ts";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { CartRow } from "./CartRow.tsx";
import { CartSummary, orderableTools } from "./CartSummary.tsx";
import { EmptyCart } from "./EmptyCart.tsx";
import { QuantityField } from "./QuantityField.tsx";
import { SavedForLater } from "./SavedForLater.tsx";
import { useCartItems } from "./useCartItems.ts";
import { useShipping } from "./useShipping.ts";

/** How long Undo is offered after a line was removed, in milliseconds. */
const undoOfferedMs = 10_000;

interface Props {
	/** The address of the picture of an empty cart. */
	emptyPicture: string;
}

/** The cart of this browser. The server doesn't know it, so it is shown after hydration. */
export function Cart({ emptyPicture }: Props) {
	const hydrated = useHydrated();
	// Keeps the height of the viewport, so that the footer doesn't move when the lines appear; an empty cart is as high as what it shows.
	return (
		<div className="needs-script cart-place">
			{hydrated ? (
				<StoredCart emptyPicture={emptyPicture} />
			) : (
				<Spinner label={cartMessages.cartLoading} inline />
			)}
		</div>
	);
}

/** Tells if a change could not be stored. */
function expectStored(stored: boolean): void {
	if (!stored) toast("error", messages.cartNotStored);
}

/** Calls `refresh` when the customer comes back to the page. */
function useReturn(refresh: () => void): void {
	const onReturn = useEffectEvent(() => {
		if (document.visibilityState === "visible") refresh();
	});
	useEffect(() => {
		const listener = () => onReturn();
		addEventListener("pageshow", listener);
		document.addEventListener("visibilitychange", listener);
		return () => {
			removeEventListener("pageshow", listener);
			document.removeEventListener("visibilitychange", listener);
		};
	}, []);
}

/** The lines whose tools are known. */
const entriesOf = (lines: readonly CartLine[], items: ReadonlyMap<string, CartItem>) =>
	lines.flatMap((line) => {
		const item = items.get(line.toolId);
		return item ? [{ line, item }] : [];
	});

function StoredCart({ emptyPicture }: Props) {
	const lines = useStore($cart);
	const { items, failed, reload, refresh } = useCartItems(lines);
	const shop = useShipping();
	const offers = useOffers(orderableTools(entriesOf(lines, items)), useStore($code));
	useReturn(refresh);
	const status = useRef<HTMLParagraphElement>(null);
	const entries = entriesOf(lines, items);
	/** Shown at once with what a code takes off, so that nothing below moves. */
	const isPriced = entries.length > 0 && (offers.isKnown || offers.failed !== undefined);

	const change = (line: CartLine, quantity: number) =>
		expectStored(setQuantity(line.toolId, quantity));

	const remove = (line: CartLine, name: string) => {
		const index = lines.indexOf(line);
		const removed = removeLine(line.toolId);
		expectStored(removed);
		if (!removed) return;
		// The button disappears with its line.
		status.current?.focus({ preventScroll: true });
		toast("success", cartMessages.removedFromCart(name), {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => expectStored(restoreLine(line, index)),
		});
	};

	const saveLine = (line: CartLine, name: string) => {
		const saved = saveForLater(line);
		expectStored(saved);
		if (!saved) return;
		status.current?.focus({ preventScroll: true });
		toast("success", cartMessages.savedForLater(name));
	};

	return (
		<>
			<p ref={status} role="status" tabIndex={-1} className="mb-4 text-quiet">
				{lines.length > 0 ? cartMessages.itemsInCart(piecesOf(lines)) : messages.cartEmpty}
			</p>
			{lines.length === 0 && <EmptyCart picture={emptyPicture} />}
			{failed && <ErrorWithRetry message={failed} onRetry={reload} />}
			{(entries.length < lines.length || (entries.length > 0 && !isPriced)) && !failed && (
				<Spinner label={cartMessages.cartLoading} inline />
			)}
			{isPriced && (
				<div className="cart">
					<ul>
						{entries.map(({ line, item }) => (
							<li key={line.toolId}>
								<CartRow
									line={line}
									item={item}
									quantityField={(field) => (
										<QuantityField {...field} onChange={(quantity) => change(line, quantity)} />
									)}
									adjust={(quantity) => ({ onClick: () => change(line, quantity) })}
									acceptPrice={(price) => ({
										onClick: () => expectStored(acceptPrice(line.toolId, price)),
									})}
									save={(name) => ({ onClick: () => saveLine(line, name) })}
									remove={(name) => ({ onClick: () => remove(line, name) })}
								/>
							</li>
						))}
					</ul>
					<CartSummary
						entries={entries}
						shop={shop}
						discounted={offers.discounted}
						codeField={
							<>
								<CodeField
									code={offers.code}
									problem={offers.isLoaded ? offers.discounted.codeProblem : undefined}
									order={offers.discounted.codeOrder}
									onCode={setCode}
								/>
								{offers.showCards?.({})}
							</>
						}
					/>
				</div>
			)}
			{(isPriced || lines.length === 0 || failed) && <SavedForLater />}
		</>
	);
}
