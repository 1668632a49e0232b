import * as cartMessages from "../../messages/cart.ts";
import * as common from "../../messages/common.ts";
import { publicPaths } from "../../paths/public.ts";
import type { BasicCartChange } from "../../shop/carts/basic-cart.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import type { CartItem } from "../../shop/carts/carts.ts";
import type { CardsNow } from "../../shop/gift-cards/cards-now.ts";
import type { DiscountedNow } from "../../shop/offers/discounts.ts";
import { CodeField } from "../offers/CodeField.tsx";
import { PayWithCards } from "../offers/PayWithCards.tsx";
import { WithoutScript } from "../ui/useHydrated.ts";
import { CartRow } from "./CartRow.tsx";
import { CartSummary } from "./CartSummary.tsx";
import type { ShippingNow } from "./useShipping.ts";

interface Props {
	/** The checkout that it leads to. */
	checkout: string;
	entries: readonly { line: CartLine; item: CartItem }[];
	shop: ShippingNow;
	/** The code that was typed; empty without one. */
	code: string;
	discounted: DiscountedNow & { cards?: CardsNow };
}

/** The cart for a browser without JavaScript: each button submits a form. Static. */
export function BasicCart({ checkout, entries, shop, code, discounted }: Props) {
	return (
		<WithoutScript value={true}>
			<div className="cart">
				<ul>
					{entries.map(({ line, item }) => (
						<li key={line.toolId}>
							<BasicRow line={line} item={item} />
						</li>
					))}
				</ul>
				<CartSummary
					entries={entries}
					shop={shop}
					checkout={checkout}
					discounted={discounted}
					codeField={
						<form method="post" action={publicPaths.basicCartLines}>
							<CodeField
								code={code}
								problem={discounted.codeProblem}
								order={discounted.codeOrder}
								submit={{ name: "change", value: "code" satisfies BasicCartChange }}
							/>
							{discounted.cards && <PayWithCards cards={discounted.cards} />}
						</form>
					}
				/>
			</div>
		</WithoutScript>
	);
}

/** A line, with a form for the quantity and one for all else: Enter in the field submits its own. */
function BasicRow({ line, item }: Props["entries"][number]) {
	const form = `line-${line.toolId}`;
	const submit = (change: BasicCartChange) => ({
		type: "submit" as const,
		form,
		name: "change",
		value: change,
	});
	return (
		<>
			<form id={form} method="post" action={publicPaths.basicCartLines}>
				<input type="hidden" name="tool" value={line.toolId} />
			</form>
			<CartRow
				line={line}
				item={item}
				quantityField={({ name, quantity, min, max }) => (
					<form method="post" action={publicPaths.basicCartLines} className="flex gap-2">
						<input type="hidden" name="tool" value={line.toolId} />
						<input
							type="number"
							name="quantity"
							className="input w-24 text-base"
							inputMode="numeric"
							required
							min={min}
							max={max}
							defaultValue={quantity}
							aria-label={cartMessages.quantityOf(name)}
						/>
						<button
							type="submit"
							className="btn btn-outline"
							name="change"
							value={"quantity" satisfies BasicCartChange}
							aria-label={cartMessages.changeQuantityOf(name)}
						>
							{common.change}
						</button>
					</form>
				)}
				adjust={() => submit("adjust")}
				acceptPrice={() => submit("price")}
				remove={() => submit("remove")}
			/>
		</>
	);
}
