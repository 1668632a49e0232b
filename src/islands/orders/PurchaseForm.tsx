import { type SubmitEvent, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as orderMessages from "../../messages/orders.ts";
import { ordered } from "../../messages/purchase.ts";
import { cardFacts } from "../../messages/tool.ts";
import { sitePaths } from "../../paths/site.ts";
import { markOrdered } from "../../shop/orders/last-ordered.ts";
import { placeLineEndpoint } from "../../shop/orders/lines.api.ts";
import { type OrderLine, purchaseForm } from "../../shop/orders/lines.ts";
import { storedPartner } from "../../shop/partners/partner-storage.ts";
import { unavailableReason } from "../../shop/tools/availability.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { formatLocalTimestamp } from "../../values/fields.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { formatPrice } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useHookFormGuard } from "../ui/useHookFormGuard.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { PurchaseSummary } from "./PurchaseSummary.tsx";

interface Props {
	tool: Tool;
	/** The quantity that the form starts with. */
	quantity: number;
	/** Default values from the profile. */
	phone: string;
	address: string;
	/** E-mail of the customer. */
	email: string;
	/** The label of its button. */
	order: string;
}

/** Orders one tool. A retry after a lost response sends the same idempotency key and returns the same order. */
export function PurchaseForm({ tool, quantity: initial, phone, address, email, order }: Props) {
	const [placedLine, setPlacedLine] = useState<OrderLine>();
	const [available, setAvailable] = useState(tool.quantity);
	const idempotencyKey = useRef<string>(undefined);
	const { form, field, handleSubmit } = useSchemaForm(
		// The default values are in the HTML, so that input typed before hydration stays.
		purchaseForm({ ...tool, quantity: available }),
	);
	// Not useWatch, which would miss a quantity that was typed before hydration.
	const quantity = form.watch("quantity", initial);
	const { formError, sending, restored, send } = useHookFormGuard(form, email);

	const validateAndOrder = (event: SubmitEvent<HTMLFormElement>) =>
		handleSubmit(
			(input) =>
				send(async () => {
					idempotencyKey.current ??= crypto.randomUUID();
					const partner = storedPartner();
					const body = { ...input, productCode: tool._id, price: tool.price, partner };
					const headers = { [idempotencyHeader]: idempotencyKey.current };
					const reply = await call(placeLineEndpoint, { body }, headers);
					idempotencyKey.current = undefined;
					form.reset(input);
					setPlacedLine(reply.order);
					setAvailable((stock) => stock - reply.order.quantity);
					markOrdered();
					toast("success", ordered(tool.name));
				}, handleError),
			(errors) => {
				const quantityMessage = errors.quantity?.message;
				if (!quantityMessage) return;
				toast(
					"error",
					quantityMessage === messages.quantityRequired ? messages.quantityEmpty : quantityMessage,
				);
			},
		)(event);

	const handleError = (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		// The server has answered, so the next attempt is a new request.
		if (error.code !== "unavailable") idempotencyKey.current = undefined;
		for (const message of Object.values(error.fields ?? {})) toast("error", message);
	};

	if (placedLine)
		return <OrderPlaced line={placedLine} onLineMore={() => setPlacedLine(undefined)} />;

	return (
		<form noValidate method="post" className="purchase-form" onSubmit={validateAndOrder}>
			<div className="grid gap-5">
				{restored && <p role="status">{messages.draftRestored}</p>}
				<Field
					label={common.quantity}
					defaultValue={initial}
					type="number"
					inputMode="numeric"
					min={tool.minOrderQuantity}
					max={available}
					hint={cardFacts({ ...tool, quantity: available })}
					{...field("quantity", { valueAsNumber: true })}
				/>
				<Field
					label={common.phone}
					defaultValue={phone}
					type="tel"
					autoComplete="tel"
					{...field("phone")}
				/>
				<Field
					label={common.address}
					defaultValue={address}
					type="text"
					autoComplete="address-line1"
					{...field("address")}
				/>
			</div>
			<PurchaseSummary tool={tool} quantity={quantity}>
				<SubmitButton
					busy={sending}
					busyLabel={orderMessages.ordering}
					disabledReason={unavailableReason({ ...tool, quantity: available })}
				>
					{order}
				</SubmitButton>
				<FieldError message={formError} />
			</PurchaseSummary>
		</form>
	);
}

/** The placed order, with links to pay for it now or later. */
function OrderPlaced({ line, onLineMore }: { line: OrderLine; onLineMore: () => void }) {
	return (
		<div role="status" className="grid gap-4 rounded-box border border-base-300 p-6">
			<h2 className="text-3xl">{common.ordered}</h2>
			<p>
				{orderMessages.orderedUntil(
					line,
					formatPrice(line.totalPrice),
					formatLocalTimestamp(line.expiresAt),
				)}
			</p>
			<div className="flex flex-wrap gap-3">
				<a className="btn btn-primary" href={sitePaths.payment(line._id)}>
					{orderMessages.payNow}
				</a>
				<a className="btn btn-outline" href={sitePaths.myOrders}>
					{common.myOrders}
				</a>
				<Button look="btn-ghost" onClick={onLineMore}>
					{orderMessages.orderMore}
				</Button>
			</div>
		</div>
	);
}
