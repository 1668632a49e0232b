import { useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import { sitePaths } from "../../paths/site.ts";
import type { OrderTotals } from "../../shop/costs/totals.ts";
import { chosenBike } from "../../shop/fit/bike-storage.ts";
import { markOrdered } from "../../shop/orders/last-ordered.ts";
import { placeOrderEndpoint } from "../../shop/orders/orders.api.ts";
import { storedPartner } from "../../shop/partners/partner-storage.ts";
import { removeLine } from "../../stores/cart.ts";
import { setCode } from "../../stores/code.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { toPrice } from "../../values/money.ts";
import type { useOffers } from "../offers/useOffers.ts";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { redirectIfSignedOut } from "../ui/useSend.ts";
import type { OrderInput } from "./check-order.ts";
import type { CheckoutForm } from "./useCheckoutForm.ts";
import type { CheckoutCart } from "./useCheckoutLines.ts";

/**
 * Places the order and opens its payment page. A retry after a lost response sends the same idempotency
 * key and returns the same order.
 */
export function usePlaceOrder(
	form: CheckoutForm,
	cart: CheckoutCart,
	totals: OrderTotals | undefined,
	isGuest: boolean,
	offers: ReturnType<typeof useOffers>,
	usesCredit: boolean,
) {
	const [placed, setPlaced] = useState(false);
	const idempotencyKey = useRef<string>(undefined);

	const sendCheckout = async (input: OrderInput) => {
		if (!totals) return;
		idempotencyKey.current ??= crypto.randomUUID();
		const body = {
			...input,
			// The form may still know a way that the address no longer has.
			service: totals.option?.id,
			lines: cart.lines.map(({ toolId, quantity, tool }) => ({
				toolId,
				quantity,
				price: tool.price,
			})),
			partner: storedPartner(),
			bike: chosenBike()?.[1],
			...(offers.code !== "" && { code: offers.code }),
			...(usesCredit && { useCredit: true }),
			// With Stripe Tax, the total is known once the order is placed.
			...(!totals.isTaxPending && { totalPrice: toPrice(totals.totalCents) }),
		};
		const headers = { [idempotencyHeader]: idempotencyKey.current };
		const { order } = await call(placeOrderEndpoint, { body }, headers);
		setPlaced(true);
		form.close();
		for (const { toolId } of cart.lines) removeLine(toolId);
		setCode("");
		markOrdered();
		leaveWithoutWarning(sitePaths.payment(order._id));
	};

	const handleError = (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		// The session has ended meanwhile, and the server takes the customer as a guest without an e-mail.
		if (!isGuest && error.fields?.email) {
			redirectIfSignedOut(new ShopError("unauthenticated"));
			return;
		}
		// The server has answered, so the next attempt is a new request; not if only the tax was unavailable,
		// because an attempt before may have been placed without its answer.
		if (error.code !== "unavailable" && error.code !== "payments_unavailable")
			idempotencyKey.current = undefined;
		cart.reject(error.fields ?? {});
		if (error.fields?.code || error.fields?.totalPrice) offers.reload();
	};

	return {
		placed,
		place: (input: OrderInput) => form.send(() => sendCheckout(input), handleError),
	};
}
