import { type SubmitEvent, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/order-changes.ts";
import { sitePaths } from "../../paths/site.ts";
import { needsWeights } from "../../shop/costs/shipping.ts";
import type { PricingConfig } from "../../shop/costs/totals.ts";
import { placePhoneOrderEndpoint } from "../../shop/orders/order-changes.api.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { Delivery } from "../../shop/orders/orders.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { formatPrice, toPrice } from "../../values/money.ts";
import { QuantityField } from "../carts/QuantityField.tsx";
import type { OrderInput } from "../checkout/check-order.ts";
import { pricedTools, totalsOf } from "../checkout/checkout-totals.ts";
import { DeliveryFields } from "../checkout/DeliveryFields.tsx";
import { OrderTotals } from "../checkout/OrderTotals.tsx";
import { useCheckoutForm } from "../checkout/useCheckoutForm.ts";
import { CodeField, codeIn } from "../offers/CodeField.tsx";
import { useOffers } from "../offers/useOffers.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { FindTool } from "./FindTool.tsx";

interface Props extends PricingConfig {
	/** The delivery of another order, or empty, but for the country if the shop ships to one. */
	delivery: Delivery;
	/** The e-mail of the customer whose other order this one follows. */
	email: string | undefined;
	countries: readonly { value: string; label: string }[];
}

interface Line {
	tool: Tool;
	quantity: number;
	/** Why the server has not taken it. */
	error?: string | undefined;
}

/** Enters an order for a customer at the telephone. */
export function PhoneOrder({ delivery, email, countries, shipping, tax }: Props) {
	const [lines, setLines] = useState<readonly Line[]>([]);
	// The form asks what it asks a guest: staff type the e-mail.
	const form = useCheckoutForm(
		delivery,
		undefined,
		countries.map(({ value }) => value),
	);
	const { setElement } = form;
	const key = useRef<string>(undefined);
	const { country, postalCode } = form;
	const [code, setCode] = useState("");
	const offers = useOffers(
		pricedTools(lines.map((line) => ({ ...line, toolId: line.tool._id }))),
		code,
		true,
	);
	const { discounted } = offers;
	// The search does not tell what tools weigh, and which are gift cards: then the server says what it costs.
	const totals =
		lines.length > 0 && offers.isKnown && !offers.hasGiftCards && !needsWeights(shipping)
			? totalsOf(lines, { country, postalCode }, { shipping, tax }, discounted)
			: undefined;
	const applyCode = (typed: string) => {
		key.current = undefined;
		setCode(typed);
	};

	const change = (tool: Tool, quantity: number) => {
		key.current = undefined;
		form.edit();
		setLines((current) =>
			current.some((line) => line.tool._id === tool._id)
				? current.flatMap((line) => {
						if (line.tool._id !== tool._id) return [line];
						return quantity > 0 ? [{ tool: line.tool, quantity }] : [];
					})
				: [...current, { tool, quantity }],
		);
	};

	const placeOrder = (input: OrderInput, sendsLink: boolean) =>
		form.send(
			async () => {
				key.current ??= crypto.randomUUID();
				const body = {
					...input,
					email: input.email ?? "",
					sendsLink,
					lines: lines.map(({ tool, quantity }) => ({
						toolId: tool._id,
						quantity,
						price: tool.price,
					})),
					...(code !== "" && { code }),
					...(totals && !totals.isTaxPending && { totalPrice: toPrice(totals.totalCents) }),
				};
				const headers = { [idempotencyHeader]: key.current };
				const { order } = await call(placePhoneOrderEndpoint, { body }, headers);
				form.close();
				const text = texts.orderSaved(formatOrderNumber(order.number));
				toastAfterNavigation({ kind: "success", text });
				leaveWithoutWarning(sitePaths.order(order._id));
			},
			(error) => {
				if (!(error instanceof ShopError)) return;
				// The server has answered, so the next attempt is a new request.
				key.current = undefined;
				const { fields = {} } = error;
				if (fields.code || fields.totalPrice) offers.reload();
				const errorOf = (index: number) =>
					Object.entries(fields).find(([path]) => path.startsWith(`lines.${index}.`))?.[1];
				setLines(lines.map((line, index) => ({ ...line, error: errorOf(index) })));
			},
		);

	return (
		<form
			key={form.filled.version}
			ref={setElement}
			noValidate
			method="post"
			className="grid gap-8 xl:grid-cols-2"
			onChange={(event) => {
				key.current = undefined;
				form.edit(event);
			}}
			onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
				const typed = codeIn(event.currentTarget);
				if (typed !== code) {
					// It was typed, but not applied: who takes the call sees the total with it first.
					event.preventDefault();
					return applyCode(typed);
				}
				const { submitter } = event.nativeEvent;
				const sendsLink = submitter instanceof HTMLButtonElement && submitter.value === "send";
				void form.submit(event, (input) => void placeOrder(input, sendsLink));
			}}
		>
			<section aria-labelledby="tools" className="grid content-start gap-5">
				<h2 id="tools" className="text-3xl">
					{texts.tools}
				</h2>
				<FindTool onChoose={(tool) => change(tool, tool.minOrderQuantity)} />
				<ul className="grid gap-4">
					{lines.map(({ tool, quantity, error }) => (
						<li key={tool._id} className="grid gap-2 border-b border-base-300 pb-4">
							<p className="font-semibold">
								{tool.name} <span className="text-quiet">{formatPrice(tool.price)}</span>
							</p>
							<div className="flex flex-wrap items-center gap-3">
								<QuantityField
									name={tool.name}
									quantity={quantity}
									min={tool.minOrderQuantity}
									max={tool.quantity}
									onChange={(wanted) => change(tool, wanted)}
								/>
								<button
									type="button"
									className="btn btn-ghost"
									aria-label={`${texts.remove}: ${tool.name}`}
									onClick={() => change(tool, 0)}
								>
									{texts.remove}
								</button>
							</div>
							<FieldError message={error} />
						</li>
					))}
				</ul>
				{lines.length > 0 && (
					<>
						<CodeField
							code={code}
							problem={discounted.codeProblem ?? form.field("code").error}
							onCode={applyCode}
						/>
						<FieldError message={offers.failed} />
						<OrderTotals lines={lines} totals={totals} applied={discounted.applied} />
						{code !== "" && offers.showCards?.({ totalCents: totals?.totalCents })}
					</>
				)}
			</section>
			<div className="grid content-start gap-5">
				<DeliveryFields form={form} countries={countries} isGuest={false} />
				<Field
					label={texts.customerEmail}
					defaultValue={form.filled.values.email || email}
					type="email"
					autoComplete="off"
					hint={texts.customerEmailHint}
					{...form.field("email")}
				/>
				<p className="text-quiet">{texts.holdHint}</p>
				<FieldError message={form.formError} />
				<div className="flex flex-wrap items-start gap-3">
					<SubmitButton
						busy={form.sending}
						busyLabel={texts.saving}
						disabledReason={lines.length === 0 ? texts.noLines : undefined}
						value="send"
					>
						{texts.saveAndSend}
					</SubmitButton>
					<button
						type="submit"
						className="btn btn-outline"
						disabled={form.sending || lines.length === 0}
					>
						{texts.saveOrder}
					</button>
				</div>
			</div>
		</form>
	);
}
