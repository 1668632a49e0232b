import * as common from "../../messages/common.ts";
import * as texts from "../../messages/products.ts";
import { cardFacts, unitPrice } from "../../messages/tool.ts";
import { sitePaths } from "../../paths/site.ts";
import { canOrder, unavailableReason } from "../../shop/tools/availability.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { unitPriceOf } from "../../shop/tools/unit-price.ts";
import { formatPrice } from "../../values/money.ts";
import { AddToCart } from "../carts/AddToCart.tsx";
import { Button } from "../ui/Button.tsx";
import { ResponsiveImage } from "../ui/ResponsiveImage.tsx";
import { SalePrice } from "./SalePrice.tsx";
import { StarRating } from "./StarRating.tsx";

interface Props {
	tool: Tool;
	/** For administrators, whose card has Update and Delete. Undefined for customers, whose card has Purchase and Add to cart. */
	onDelete: (() => void) | undefined;
}

/** A tool on All Tools for signed-in users, the island version of components/ToolCard.astro. */
export function ToolCard({ tool, onDelete }: Props) {
	const disabledReason = unavailableReason(tool);
	const unit = unitPriceOf(tool);
	return (
		<article className="tool-card" aria-label={tool.name}>
			<ResponsiveImage
				image={tool.image}
				alt=""
				widths={[320, 640]}
				sizes="(min-width: 76rem) 17rem, (min-width: 40rem) 30vw, 45vw"
			/>
			<h2 className="tool-card-name">
				<a href={sitePaths.tool(tool)}>{tool.name}</a>
			</h2>
			<p className="tool-card-text text-quiet">{tool.description}</p>
			<p className="tool-card-facts text-quiet">{cardFacts(tool)}</p>
			{disabledReason && (
				<p id={disabledReasonId(tool)} className="sold-out">
					{disabledReason}
				</p>
			)}
			<p className="tool-card-price">
				<strong className="price">{formatPrice(tool.price)}</strong>
				<SalePrice tool={tool} />
				{unit && (
					<span className="text-sm text-quiet">{unitPrice(formatPrice(unit.price), unit.per)}</span>
				)}
				{tool.rating && <StarRating rating={tool.rating} />}
			</p>
			{onDelete ? (
				<ManageActions tool={tool} onDelete={onDelete} />
			) : (
				<>
					<AddToCart tool={tool} reasonId={disabledReasonId(tool)} />
					<PurchaseAction tool={tool} />
				</>
			)}
		</article>
	);
}

function ManageActions({ tool, onDelete }: { tool: Tool; onDelete: () => void }) {
	return (
		<div className="grid gap-2">
			<a
				className="btn btn-outline"
				href={sitePaths.update(tool._id)}
				aria-label={common.updateTool(tool.name)}
			>
				{texts.update}
			</a>
			<Button look="btn-ghost" onClick={onDelete} aria-label={common.deleteNamed(tool.name)}>
				{common.deleteLabel}
			</Button>
		</div>
	);
}

function PurchaseAction({ tool }: { tool: Tool }) {
	const label = common.purchaseTool(tool.name);
	return canOrder(tool) ? (
		<a className="btn btn-ghost" href={sitePaths.purchase(tool._id)} aria-label={label}>
			{common.purchase}
		</a>
	) : (
		<Button look="btn-ghost" disabled aria-label={label} aria-describedby={disabledReasonId(tool)}>
			{common.purchase}
		</Button>
	);
}

/** The element id of the reason why a tool can't be ordered. */
const disabledReasonId = (tool: Tool) => `why-not-${tool._id}`;
