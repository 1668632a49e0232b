import { useState } from "react";
import { call } from "../../http/call.ts";
import * as orderMessages from "../../messages.orders.ts";
import { type OrderLine, refundableRest } from "../../shop/orders/lines.ts";
import { refundReasons } from "../../shop/refunds/refund-states.ts";
import { refundOrderEndpoint } from "../../shop/refunds/refunds.api.ts";
import { type RefundRequest, refundRequest } from "../../shop/refunds/refunds.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { formatDecimals, formatPrice, priceStep } from "../../values/money.ts";
import { Field, FieldError, SelectField } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { refundPartsText } from "./refund-parts.ts";
import { toastRefund } from "./toast-refund.ts";

interface Props {
	line: OrderLine;
	onRefunded: (line: OrderLine) => void;
	onClose: () => void;
}

/** Refunds an order, in full or in part. */
export function RefundLine({ line, onRefunded, onClose }: Props) {
	const rest = refundableRest(line);
	const { field, form, handleSubmit } = useSchemaForm(refundRequest, {
		amount: Number(formatDecimals(rest)),
		reason: refundReasons[0],
		note: "",
		restock: false,
	});
	const amount = form.watch("amount");
	const parts = refundPartsText(line, amount ?? rest);
	const { sending, send } = useSend();
	const [formError, setFormError] = useState<string>();
	// The same for every attempt of this dialog, so that a lost answer never refunds twice.
	const [key] = useState(() => crypto.randomUUID());

	const refund = (body: RefundRequest) =>
		send(
			async () => {
				const reply = await call(
					refundOrderEndpoint,
					{ params: { id: line._id }, body },
					{ [idempotencyHeader]: key },
				);
				toastRefund(reply);
				onClose();
				onRefunded(reply.order);
			},
			(error) => setFormError(errorMessage(error)),
		);

	return (
		<Modal title="Refund this order?" onClose={onClose} canClose={() => !sending}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={handleSubmit((body) => refund(body))}
			>
				<p>
					{line.quantity} × <strong>{line.name}</strong>, ordered by{" "}
					<strong>{line.UserName}</strong> for{" "}
					{formatPrice(refundableRest({ ...line, refundedPrice: 0 }))}.
				</p>
				<Field
					label="Amount"
					type="number"
					inputMode="decimal"
					min={priceStep}
					step={priceStep}
					hint={orderMessages.refundLeft(formatPrice(rest))}
					{...field("amount", { valueAsNumber: true })}
				/>
				{parts && (
					<p aria-live="polite">{orderMessages.refundOf(formatPrice(amount ?? rest), parts)}</p>
				)}
				<SelectField label="Reason" {...field("reason")}>
					{refundReasons.map((reason) => (
						<option key={reason} value={reason}>
							{orderMessages.refundReasonLabels[reason]}
						</option>
					))}
				</SelectField>
				<Field
					label="Note"
					type="text"
					hint="For administrators only."
					autoComplete="off"
					{...field("note")}
				/>
				{!line.restocked && (
					<label className="flex min-h-6 items-center gap-3">
						<input
							type="checkbox"
							className="size-6 accent-primary"
							{...form.register("restock")}
						/>
						{orderMessages.restockPieces(line.quantity)}
					</label>
				)}
				<FieldError message={formError} />
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton busy={sending} busyLabel="One moment …">
						Refund
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
