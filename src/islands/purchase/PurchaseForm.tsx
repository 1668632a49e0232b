import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { keptPartner } from "../../shop/embeds/partners.ts";
import { noteOrder } from "../../shop/orders/noted.ts";
import { placeOrderEndpoint } from "../../shop/orders/orders.api.ts";
import {
	idempotencyHeader,
	type Order,
	purchaseForm,
	totalCents,
} from "../../shop/orders/orders.ts";
import { type Tool, whyNotOrderable } from "../../shop/tools/tools.ts";
import { formatPrice, toCents } from "../../shop/values.ts";
import { sitePaths } from "../../site.ts";
import { say } from "../../stores/toasts.ts";
import { ToolFacts } from "../tools/ToolFacts.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { rulesOf } from "../ui/rules.ts";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useFormCare } from "../ui/useFormCare.ts";

interface Props {
	tool: Tool;
	/** Filled in from the profile. */
	phone: string;
	address: string;
	/** E-mail of the customer. */
	email: string;
}

/** Orders one tool. The same attempt, sent again after a lost answer, gives the same order. */
export function PurchaseForm({ tool, phone, address, email }: Props) {
	const [placed, setPlaced] = useState<Order>();
	const [available, setAvailable] = useState(tool.quantity);
	const attempt = useRef<string>(undefined);
	const form = useForm({
		resolver: rulesOf(purchaseForm({ ...tool, quantity: available })),
		// Default values stand in the HTML: what was typed before the island came alive stays.
	});
	const { register, handleSubmit, watch, formState } = form;
	const quantity = watch("quantity", tool.minOrderQuantity);
	const { refusal, sending, restored, send } = useFormCare(form, email);

	const order = handleSubmit(
		(input) =>
			send(async () => {
				attempt.current ??= crypto.randomUUID();
				const partner = keptPartner();
				const body = { ...input, productCode: tool._id, price: tool.price, partner };
				const headers = { [idempotencyHeader]: attempt.current };
				const reply = await call(placeOrderEndpoint, { body }, headers);
				attempt.current = undefined;
				form.reset(input);
				setPlaced(reply.order);
				setAvailable((left) => left - reply.order.quantity);
				noteOrder();
				say("success", messages.ordered(tool.name));
			}, refused),
		(wrong) => {
			const quantityMessage = wrong.quantity?.message;
			if (!quantityMessage) return;
			say(
				"error",
				quantityMessage === messages.quantityRequired ? messages.quantityEmpty : quantityMessage,
			);
		},
	);

	const refused = (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		// What the server answered is settled: the next try is another request.
		if (error.code !== "unavailable") attempt.current = undefined;
		for (const message of Object.values(error.fields ?? {})) say("error", message);
	};

	const now = { ...tool, quantity: available };
	if (placed) {
		return (
			<div className="grid gap-5">
				<ToolFacts tool={now} />
				<Placed order={placed} onAgain={() => setPlaced(undefined)} />
			</div>
		);
	}

	const whyNot = whyNotOrderable(now);
	const total = Number.isSafeInteger(quantity) ? totalCents(toCents(tool.price), quantity) : 0;
	return (
		<form noValidate method="post" className="grid gap-5" onSubmit={order}>
			<ToolFacts tool={now} />
			{restored && <p role="status">{messages.formKept}</p>}
			<Field
				label="Quantity"
				defaultValue={tool.minOrderQuantity}
				type="number"
				inputMode="numeric"
				min={tool.minOrderQuantity}
				max={available}
				hint={`From ${tool.minOrderQuantity} to ${available}.`}
				error={formState.errors.quantity?.message}
				{...register("quantity", { valueAsNumber: true })}
			/>
			<Field
				label="Phone"
				defaultValue={phone}
				type="tel"
				autoComplete="tel"
				error={formState.errors.phone?.message}
				{...register("phone")}
			/>
			<Field
				label="Address"
				defaultValue={address}
				type="text"
				autoComplete="street-address"
				error={formState.errors.address?.message}
				{...register("address")}
			/>
			<p className="flex items-baseline justify-between border-t border-base-300 pt-4">
				<span>Total</span>
				<output className="font-heading text-3xl">{formatPrice(total)}</output>
			</p>
			<SubmitButton busy={sending} busyLabel="Ordering …" whyNot={whyNot}>
				Order
			</SubmitButton>
			<FieldError message={refusal} />
		</form>
	);
}

/** What comes after ordering: paying, now or later. */
function Placed({ order, onAgain }: { order: Order; onAgain: () => void }) {
	return (
		<div role="status" className="grid gap-4 rounded-box border border-base-300 p-6">
			<h2 className="text-3xl">Ordered</h2>
			<p>
				{order.quantity} × {order.name}, {formatPrice(toCents(order.totalPrice))} in all. We hold it
				for you until{" "}
				{new Date(order.expiresAt).toLocaleString("en-US", {
					dateStyle: "medium",
					timeStyle: "short",
				})}
				.
			</p>
			<div className="flex flex-wrap gap-3">
				<a className="btn btn-primary" href={sitePaths.payment(order._id)}>
					Pay now
				</a>
				<a className="btn btn-outline" href={sitePaths.myOrders}>
					My Orders
				</a>
				<button type="button" className="btn btn-ghost" onClick={onAgain}>
					Order more
				</button>
			</div>
		</div>
	);
}
