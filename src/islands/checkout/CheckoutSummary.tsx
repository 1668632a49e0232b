import type { ReactNode } from "react";
import { returnDays } from "../../config/config.ts";
import * as cartMessages from "../../messages/cart-lines.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import { placeButton } from "../../messages/place-order.ts";
import { sitePaths } from "../../paths/site.ts";
import type { OrderTotals as Totals } from "../../shop/costs/totals.ts";
import type { AppliedOffer } from "../../shop/offers/discounts.ts";
import type { CheckoutEntry } from "../../shop/orders/checkout-lines.ts";
import { formatCents, formatPrice, toCents, totalCents } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { FieldError } from "../ui/Field.tsx";
import { SoldFacts } from "../ui/SoldFacts.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderTotals } from "./OrderTotals.tsx";
import type { CheckoutCart } from "./useCheckoutLines.ts";

interface SummaryProps {
	cart: Pick<CheckoutCart, "entries" | "lines" | "blocked" | "failed" | "isLoaded" | "reload">;
	/** Whether it is delivered to the Union, or may be. */
	isForEu: boolean;
	/** Undefined until the country is chosen, if shipping is not the same everywhere. */
	totals: Totals | undefined;
	/** When it arrives, in a sentence. */
	arrives: string | undefined;
	/** Until when the shop takes no orders, if so. */
	closedUntil?: string | undefined;
	/** What offers take off. */
	applied?: readonly AppliedOffer[];
	/** The field for a code. */
	codeField?: ReactNode;
	/** What gift cards and store credit pay. */
	cards?: ReactNode;
	sending: boolean;
	/** Why the order was not placed. */
	error: string | undefined;
	/** Goes on without the lines that can't be ordered, where that can be. */
	onLeaveOut?: () => void;
	/** The path of the cart. */
	cartPath?: string;
}

/** What is ordered and what it costs, with the button that places it. */
export function CheckoutSummary(props: SummaryProps) {
	const { cart, totals, arrives, sending, error, onLeaveOut, cartPath = sitePaths.cart } = props;
	const { applied = [], codeField } = props;
	const hydrated = useHydrated();
	return (
		<section aria-labelledby="summary" className="checkout-summary">
			<h2 id="summary" className="text-3xl">
				{checkoutMessages.yourOrder}
			</h2>
			{hydrated && cart.failed ? (
				<ErrorWithRetry message={cart.failed} onRetry={cart.reload} />
			) : hydrated && cart.isLoaded ? (
				<>
					<CheckoutLines entries={cart.entries} onLeaveOut={onLeaveOut} cartPath={cartPath} />
					{codeField}
					<OrderTotals lines={cart.lines} totals={totals} applied={applied} />
					{props.cards}
					{arrives && <p className="font-semibold">{arrives}</p>}
					<SubmitButton
						busy={sending}
						busyLabel={checkoutMessages.placingTheOrder}
						disabledReason={
							props.closedUntil ? cartMessages.closedUntil(props.closedUntil) : cart.blocked
						}
					>
						{placeButton(props.isForEu)}
					</SubmitButton>
					<FieldError message={error} />
					<p className="text-sm text-quiet">{cartMessages.returnsWithin(returnDays)}</p>
				</>
			) : (
				<Spinner label={messages.loadingOrder} inline />
			)}
		</section>
	);
}

interface LinesProps {
	entries: readonly CheckoutEntry[];
	onLeaveOut: SummaryProps["onLeaveOut"];
	cartPath: string;
}

/** The tools that are ordered, and why some can't be. */
function CheckoutLines({ entries, onLeaveOut, cartPath }: LinesProps) {
	const problems = entries.filter(({ problem }) => problem);
	const isAny = entries.length > problems.length;
	return (
		<>
			<ul className="grid gap-3">
				{entries.map(({ toolId, quantity, tool, problem, notice, fit }) => (
					<li key={toolId} className="checkout-line">
						{tool ? <Thumbnail image={tool.image} size={80} /> : <span />}
						<div className="min-w-0">
							<h3 className="text-lg">{tool?.name ?? messages.unknownTool}</h3>
							{tool && <SoldFacts tool={tool} />}
							<p className="text-quiet">
								{quantity} × {tool && formatPrice(tool.price)}
							</p>
							{tool?.parts && (
								<p className="text-sm text-quiet">{cartMessages.partsText(tool.parts)}</p>
							)}
							{fit && <p className="text-sm">{cartMessages.forTheBike(fit.outcome, fit.reason)}</p>}
							{problem && <p className="sold-out">{problem}</p>}
							{notice && <p className="font-semibold">{notice}</p>}
						</div>
						{tool && !problem && (
							<p className="font-semibold">
								{formatCents(totalCents(toCents(tool.price), quantity))}
							</p>
						)}
					</li>
				))}
			</ul>
			<div className="flex flex-wrap items-center gap-3">
				<a className="link" href={cartPath}>
					{messages.changeCart}
				</a>
				{problems.length > 0 && isAny && onLeaveOut && (
					<Button onClick={onLeaveOut}>{checkoutMessages.continueWithout(problems.length)}</Button>
				)}
			</div>
		</>
	);
}
