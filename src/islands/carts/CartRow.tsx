import type { ComponentProps, ReactNode } from "react";
import * as cartMessages from "../../messages/cart.ts";
import * as lineTexts from "../../messages/cart-lines.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { type CartItem, type LineNotes, lineNotes } from "../../shop/carts/carts.ts";
import { formatCents, formatPrice, toCents, totalCents } from "../../values/money.ts";
import { SalePrice } from "../tools/SalePrice.tsx";
import { Button } from "../ui/Button.tsx";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";

/** What a button does: it calls a function, or submits a form. */
type Action = Pick<ComponentProps<"button">, "onClick" | "type" | "form" | "name" | "value">;

/** What changes the quantity. */
interface QuantityProps {
	/** The tool's name, for screen readers. */
	name: string;
	quantity: number;
	min: number;
	max: number;
}

interface Props {
	line: CartLine;
	item: CartItem;
	quantityField: (props: QuantityProps) => ReactNode;
	/** Changes the quantity to one that can be ordered. */
	adjust: (quantity: number) => Action;
	acceptPrice: (price: number) => Action;
	/** Saves it for later, where that can be. `name` is the tool's name, for the message. */
	save?: (name: string) => Action;
	remove: (name: string) => Action;
}

/** A line of the cart: the tool as it is now, what changed, its quantity and total. */
export function CartRow(props: Props) {
	const { line, item, quantityField, adjust, acceptPrice, save, remove } = props;
	const { tool } = item;
	const notes = lineNotes(line, item);
	const name = tool?.name ?? messages.unknownTool;
	return (
		<article className="cart-row" aria-label={name} data-unavailable={!!notes.unavailable}>
			{tool ? <Thumbnail image={tool.image} size={160} /> : <span />}
			<div className="grid content-start gap-1">
				<h2 className="text-xl">
					{item.gone ? (
						name
					) : (
						<a href={sitePaths.tool({ _id: line.toolId, address: tool?.address })}>{name}</a>
					)}
				</h2>
				{tool && <SoldFacts tool={tool} />}
				{tool && !item.gone && (
					<p className="text-quiet">
						{cartMessages.priceEach(formatPrice(tool.price))}
						<SalePrice tool={tool} />
					</p>
				)}
				{tool?.parts && <p className="text-sm text-quiet">{lineTexts.partsText(tool.parts)}</p>}
				{item.fit && (
					<p className="text-sm" data-outcome={item.fit.outcome}>
						{lineTexts.forTheBike(item.fit.outcome, item.fit.reason)}
					</p>
				)}
				<Notes
					notes={notes}
					name={name}
					adjust={adjust}
					acceptPrice={acceptPrice(tool?.price ?? line.price)}
				/>
			</div>
			<div className="cart-row-amounts">
				{tool &&
					!notes.unavailable &&
					quantityField({
						name,
						quantity: line.quantity,
						min: tool.minOrderQuantity,
						max: tool.quantity,
					})}
				<div className="flex flex-wrap gap-2">
					{tool && !item.gone && save && (
						<Button
							look="btn-ghost"
							aria-label={`${cartMessages.saveForLater}: ${name}`}
							{...save(name)}
						>
							{cartMessages.saveForLater}
						</Button>
					)}
					<Button look="btn-ghost" aria-label={common.removeNamed(name)} {...remove(name)}>
						{common.remove}
					</Button>
				</div>
				{tool && !notes.unavailable && (
					<output className="cart-row-total">
						{formatCents(totalCents(toCents(tool.price), line.quantity))}
					</output>
				)}
			</div>
		</article>
	);
}

interface NotesProps {
	notes: LineNotes;
	name: string;
	adjust: Props["adjust"];
	acceptPrice: Action;
}

/** What changed since the tool was put in, each with the button that settles it. */
function Notes({ notes, name, adjust, acceptPrice }: NotesProps) {
	const { unavailable, adjust: change, priceChange } = notes;
	return (
		<>
			{unavailable && <p className="sold-out">{unavailable}</p>}
			{change && (
				<p className="cart-note">
					<span className="sold-out">{change.reason}</span>{" "}
					<Button
						look="btn-sm"
						aria-label={`${cartMessages.changeTo(change.quantity)}: ${name}`}
						{...adjust(change.quantity)}
					>
						{cartMessages.changeTo(change.quantity)}
					</Button>
				</p>
			)}
			{priceChange && (
				<p className="cart-note">
					<strong>{priceChange}</strong>{" "}
					<Button look="btn-sm" aria-label={cartMessages.acceptPrice(priceChange)} {...acceptPrice}>
						{cartMessages.ok}
					</Button>
				</p>
			)}
		</>
	);
}
