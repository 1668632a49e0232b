import * as v from "valibot";
import * as common from "../../messages.common.ts";
import * as orderMessages from "../../messages.orders.ts";
import * as messages from "../../messages.ts";
import { putInCart } from "../../shop/carts/change-cart.ts";
import { purchaseForm } from "../../shop/orders/lines.ts";
import { unavailableReason } from "../../shop/tools/availability.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { sitePaths } from "../../site-paths.ts";
import { toast } from "../../stores/toasts.ts";
import { formatCents, toCents, totalCents } from "../../values/money.ts";
import { ToolFacts } from "../tools/ToolFacts.tsx";
import { Field } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";

/**
 * The purchase form of a shop whose total depends on the address: puts the tool into the cart and goes to
 * the order, which asks for the address.
 */
export function GoToCheckout({ tool, quantity: initial }: { tool: Tool; quantity: number }) {
	const { quantity: quantitySchema } = purchaseForm(tool).entries;
	const { form, field, handleSubmit } = useSchemaForm(v.object({ quantity: quantitySchema }));
	// Not useWatch, which would miss a quantity that was typed before hydration.
	const quantity = form.watch("quantity", initial);
	const total = Number.isSafeInteger(quantity) ? totalCents(toCents(tool.price), quantity) : 0;

	const goToCheckout = (pieces: number) => {
		const error = putInCart({ toolId: tool._id, quantity: pieces, price: tool.price });
		if (error) toast("error", error === "cartFull" ? messages.cartFull : messages.cartNotStored);
		else location.assign(sitePaths.checkout);
	};

	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit((input) => goToCheckout(input.quantity))}
		>
			<ToolFacts tool={tool} />
			<Field
				label={common.quantity}
				defaultValue={initial}
				type="number"
				inputMode="numeric"
				min={tool.minOrderQuantity}
				max={tool.quantity}
				hint={orderMessages.fromTo(tool.minOrderQuantity, tool.quantity)}
				{...field("quantity", { valueAsNumber: true })}
			/>
			<p className="flex items-baseline justify-between border-t border-base-300 pt-4">
				<span>{common.subtotal}</span>
				<output className="font-heading text-3xl">{formatCents(total)}</output>
			</p>
			<p className="text-sm text-quiet">{orderMessages.totalAtCheckout}</p>
			<SubmitButton busy={false} busyLabel="" disabledReason={unavailableReason(tool)}>
				{orderMessages.goToCheckout}
			</SubmitButton>
		</form>
	);
}
