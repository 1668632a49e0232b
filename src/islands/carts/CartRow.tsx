import * as cartMessages from "../../messages.cart.ts";
import * as common from "../../messages.common.ts";
import * as messages from "../../messages.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { type CartItem, type LineNotes, lineNotes } from "../../shop/carts/carts.ts";
import { totalCents } from "../../shop/orders/lines.ts";
import { sitePaths } from "../../site-paths.ts";
import { formatCents, formatPrice, toCents } from "../../values/money.ts";
import { SalePrice } from "../tools/SalePrice.tsx";
import { Button } from "../ui/Button.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { QuantityField } from "./QuantityField.tsx";

interface Props {
	line: CartLine;
	item: CartItem;
	onQuantity: (quantity: number) => void;
	onAcceptPrice: (price: number) => void;
	/** `name` is the tool's name, for the message. */
	onSave: (name: string) => void;
	onRemove: (name: string) => void;
}

/** A line of the cart: the tool as it is now, what changed, its quantity and total. */
export function CartRow({ line, item, onQuantity, onAcceptPrice, onSave, onRemove }: Props) {
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
				{tool && !item.gone && (
					<p className="text-quiet">
						{cartMessages.priceEach(formatPrice(tool.price))}
						<SalePrice tool={tool} />
					</p>
				)}
				{item.fit && (
					<p className="text-sm" data-outcome={item.fit.outcome}>
						{cartMessages.forTheBike(item.fit.outcome, item.fit.reason)}
					</p>
				)}
				<Notes
					notes={notes}
					name={name}
					onQuantity={onQuantity}
					onAcceptPrice={() => tool && onAcceptPrice(tool.price)}
				/>
			</div>
			<div className="cart-row-amounts">
				{tool && !notes.unavailable && (
					<QuantityField
						name={name}
						quantity={line.quantity}
						min={tool.minOrderQuantity}
						max={tool.quantity}
						onChange={onQuantity}
					/>
				)}
				<div className="flex flex-wrap gap-2">
					{tool && !item.gone && (
						<Button
							look="btn-ghost"
							aria-label={`${cartMessages.saveForLater}: ${name}`}
							onClick={() => onSave(name)}
						>
							{cartMessages.saveForLater}
						</Button>
					)}
					<Button
						look="btn-ghost"
						aria-label={common.removeNamed(name)}
						onClick={() => onRemove(name)}
					>
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
	onQuantity: (quantity: number) => void;
	onAcceptPrice: () => void;
}

/** What changed since the tool was put in, each with the button that settles it. */
function Notes({ notes, name, onQuantity, onAcceptPrice }: NotesProps) {
	const { unavailable, adjust, priceChange } = notes;
	return (
		<>
			{unavailable && <p className="sold-out">{unavailable}</p>}
			{adjust && (
				<p className="cart-note">
					<span className="sold-out">{adjust.reason}</span>{" "}
					<Button
						look="btn-sm"
						aria-label={`${cartMessages.changeTo(adjust.quantity)}: ${name}`}
						onClick={() => onQuantity(adjust.quantity)}
					>
						{cartMessages.changeTo(adjust.quantity)}
					</Button>
				</p>
			)}
			{priceChange && (
				<p className="cart-note">
					<strong>{priceChange}</strong>{" "}
					<Button
						look="btn-sm"
						aria-label={cartMessages.acceptPrice(priceChange)}
						onClick={onAcceptPrice}
					>
						{cartMessages.ok}
					</Button>
				</p>
			)}
		</>
	);
}
