import * as v from "valibot";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as orderMessages from "../../messages/orders.ts";
import { cardFacts } from "../../messages/tool.ts";
import { sitePaths } from "../../paths/site.ts";
import { putInCart } from "../../shop/carts/change-cart.ts";
import { purchaseForm } from "../../shop/orders/lines.ts";
import { unavailableReason } from "../../shop/tools/availability.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { Field } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { PurchaseSummary } from "./PurchaseSummary.tsx";

/**
 * The purchase form of a shop whose total depends on the address: puts the tool into the cart and goes to
 * the order, which asks for the address.
 */
export function GoToCheckout({ tool, quantity: initial }: { tool: Tool; quantity: number }) {
	const { quantity: quantitySchema } = purchaseForm(tool).entries;
	const { form, field, handleSubmit } = useSchemaForm(v.object({ quantity: quantitySchema }));
	// Not useWatch, which would miss a quantity that was typed before hydration.
	const quantity = form.watch("quantity", initial);

	const goToCheckout = (pieces: number) => {
		const error = putInCart({ toolId: tool._id, quantity: pieces, price: tool.price });
		if (error) toast("error", error === "cartFull" ? messages.cartFull : messages.cartNotStored);
		else location.assign(sitePaths.checkout);
	};

	return (
		<form
			noValidate
			method="post"
			className="purchase-form"
			onSubmit={handleSubmit((input) => goToCheckout(input.quantity))}
		>
			<Field
				label={common.quantity}
				defaultValue={initial}
				type="number"
				inputMode="numeric"
				min={tool.minOrderQuantity}
				max={tool.quantity}
				hint={cardFacts(tool)}
				{...field("quantity", { valueAsNumber: true })}
			/>
			<PurchaseSummary tool={tool} quantity={quantity} isSubtotal>
				<p className="text-sm text-quiet">{orderMessages.totalAtCheckout}</p>
				<SubmitButton busy={false} busyLabel="" disabledReason={unavailableReason(tool)}>
					{orderMessages.goToCheckout}
				</SubmitButton>
			</PurchaseSummary>
		</form>
	);
}
