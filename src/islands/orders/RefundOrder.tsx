import { type SubmitEvent, useCallback, useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import { forStaffOnly } from "../../messages/notes.ts";
import * as texts from "../../messages/refunds.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import {
	divideRefund,
	leftCents,
	type RefundPart,
	shippingLeft,
	splitRefund,
} from "../../shop/refunds/divide-refund.ts";
import { divideReturn } from "../../shop/refunds/piece-shares.ts";
import { refundReasons } from "../../shop/refunds/refund-states.ts";
import { refundableEndpoint, refundOrderEndpoint } from "../../shop/refunds/refunds.api.ts";
import {
	type Refundable,
	type RefundReply,
	type RefundRequest,
	toLineLeft,
	toPieces,
} from "../../shop/refunds/refunds.ts";
import { idempotencyHeader } from "../../values/idempotency-key.ts";
import { formatCents, formatPrice, priceStep, toCents, toPrice } from "../../values/money.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { Field, FieldError, SelectField } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";

interface Props {
	orderId: string;
	onRefunded: (reply: RefundReply) => void;
	onClose: () => void;
}

/** What a refund is of. */
type RefundOf = keyof typeof texts.refundOf;

/** Refunds an order: all that is left, some lines, the shipping, or an amount. */
export function RefundOrder({ orderId, onRefunded, onClose }: Props) {
	const { refundable, failed, load } = useRefundable(orderId);
	const { sending, send } = useSend();
	return (
		<Modal title={texts.title} onClose={onClose} canClose={() => !sending}>
			{failed && <ErrorWithRetry message={failed} onRetry={load} />}
			{!refundable && !failed && <Spinner label={common.loading} />}
			{refundable && (
				<RefundForm
					refundable={refundable}
					sending={sending}
					onClose={onClose}
					onSubmit={(request, key, onError) =>
						send(
							async () => {
								const reply = await call(
									refundOrderEndpoint,
									{ params: { id: orderId }, body: request },
									{ [idempotencyHeader]: key },
								);
								onClose();
								onRefunded(reply);
							},
							(error) => onError(errorMessage(error)),
						)
					}
				/>
			)}
		</Modal>
	);
}

/** Loads what is left to refund of an order. */
function useRefundable(orderId: string) {
	const [refundable, setRefundable] = useState<Refundable>();
	const [failed, setFailed] = useState<string>();
	const load = useCallback(() => {
		call(refundableEndpoint, { params: { id: orderId } }).then(
			(reply) => {
				setFailed(undefined);
				setRefundable(reply);
			},
			(error: unknown) => {
				if (!redirectIfSignedOut(error)) setFailed(errorMessage(error));
			},
		);
	}, [orderId]);
	useEffect(load, [load]);
	return { refundable, failed, load };
}

interface FormProps {
	refundable: Refundable;
	sending: boolean;
	onClose: () => void;
	onSubmit: (request: RefundRequest, key: string, onError: (text: string) => void) => void;
}

function RefundForm({ refundable, sending, onClose, onSubmit }: FormProps) {
	const { lines } = refundable;
	const left = lines.map(toLineLeft);
	const [of, setOf] = useState<RefundOf>("all");
	const [chosen, setChosen] = useState<readonly string[]>([]);
	const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({});
	const [amount, setAmount] = useState("");
	const [reason, setReason] = useState<RefundRequest["reason"]>(refundReasons[0]);
	const [note, setNote] = useState("");
	const [restock, setRestock] = useState(false);
	const [credit, setCredit] = useState(false);
	const [formError, setFormError] = useState<string>();
	// The same for every attempt of this dialog, so that a lost answer never refunds twice.
	const [key] = useState(() => crypto.randomUUID());

	const leftOfAll = left.reduce((sum, line) => sum + leftCents(line), 0);
	const ofShipping = shippingLeft(left);
	const named = of === "lines" ? lines.filter(({ _id }) => chosen.includes(_id)) : lines;
	const namedIds = named.map(({ _id }) => _id);
	const toShip = lines.filter((line) => line.toShip > 0);
	const chosenPieces = toShip.flatMap(({ _id: line, toShip: most }) => {
		const quantity = Math.min(pieces[line] ?? 0, most);
		return quantity > 0 ? [{ line, quantity }] : [];
	});
	const ofPieces = toShip.map((line) =>
		toPieces(line, chosenPieces.find((one) => one.line === line._id)?.quantity ?? 0),
	);
	const parts =
		of === "pieces"
			? divideReturn(ofPieces, { shipping: false })
			: of === "shipping"
				? ofShipping
				: divideRefund(
						of === "amount" ? toCents(Number(amount)) : undefined,
						left.filter(({ lineId }) => namedIds.includes(lineId)),
					);
	const sumOf = (name: "amountCents" | "shippingCents" | "taxCents" | "includedTaxCents") =>
		parts.reduce((sum, part) => sum + part[name], 0);
	const cents = sumOf("amountCents");
	const restockable = named
		.filter(({ restocked }) => !restocked)
		.reduce((sum, { quantity }) => sum + quantity, 0);
	const canRestock = of !== "shipping" && of !== "pieces";
	const kinds = (Object.keys(texts.refundOf) as RefundOf[]).filter(
		(one) =>
			(one !== "lines" || lines.length > 1) &&
			(one !== "shipping" || ofShipping.length > 0) &&
			(one !== "pieces" || toShip.length > 0),
	);

	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (cents === 0) return;
		onSubmit(
			{
				...(of === "amount" && { amount: toPrice(cents) }),
				...(of === "lines" && { lines: namedIds }),
				...(of === "shipping" && { shipping: true }),
				...(of === "pieces" && { pieces: chosenPieces }),
				reason,
				note,
				restock: restock && canRestock,
				...(credit && { credit }),
			},
			key,
			setFormError,
		);
	};

	return (
		<form noValidate method="post" className="grid gap-5 pt-5" onSubmit={submit}>
			<p>{texts.orderOf(formatOrderNumber(refundable.orderNumber), refundable.name)}</p>
			<Sums
				rows={[
					[texts.paid, formatPrice(refundable.paidPrice)],
					[texts.refundedBefore, formatPrice(refundable.refundedPrice)],
					...(refundable.duePrice > 0
						? [[texts.due, formatPrice(refundable.duePrice)] as const]
						: []),
					[texts.left, formatCents(leftOfAll)],
				]}
			/>
			<RadioChoice
				question={texts.whatToRefund}
				name="of"
				choices={kinds}
				chosen={of}
				onChoose={setOf}
				label={(one) => texts.refundOf[one]}
			/>
			{of === "lines" && (
				<fieldset className="grid gap-2">
					<legend className="sr-only">{texts.refundOf.lines}</legend>
					{lines.map((line) => (
						<Checkbox
							key={line._id}
							className="ps-9"
							disabled={leftCents(toLineLeft(line)) === 0}
							checked={chosen.includes(line._id)}
							onChange={({ target: { checked } }) =>
								setChosen((before) =>
									checked ? [...before, line._id] : before.filter((id) => id !== line._id),
								)
							}
						>
							{texts.lineLeft(line.quantity, line.name, formatCents(leftCents(toLineLeft(line))))}
						</Checkbox>
					))}
				</fieldset>
			)}
			{of === "pieces" && (
				<div className="grid gap-2">
					<p className="text-sm text-quiet">{texts.piecesHint}</p>
					{toShip.map(({ _id, name, toShip: most }) => (
						<Field
							key={_id}
							label={texts.ofPieces(most, name)}
							type="number"
							inputMode="numeric"
							min={0}
							max={most}
							value={pieces[_id] ?? 0}
							onChange={({ target: { valueAsNumber } }) =>
								setPieces((before) => ({ ...before, [_id]: valueAsNumber || 0 }))
							}
						/>
					))}
				</div>
			)}
			{of === "amount" && (
				<Field
					label={texts.amount}
					type="number"
					inputMode="decimal"
					min={priceStep}
					step={priceStep}
					hint={texts.canBeRefunded(formatCents(leftOfAll))}
					error={amount !== "" && cents === 0 ? texts.amountInvalid : undefined}
					value={amount}
					onChange={({ target: { value } }) => setAmount(value)}
				/>
			)}
			<div aria-live="polite">
				{cents > 0 && (
					<Sums
						rows={[
							[common.items, formatCents(cents - sumOf("shippingCents") - sumOf("taxCents"))],
							...optional(common.shipping, sumOf("shippingCents")),
							...optional(common.tax, sumOf("taxCents")),
							...optional(texts.includedTax, sumOf("includedTaxCents")),
						]}
					/>
				)}
				{cents > 0 && <WaysBack parts={parts} ways={refundable.ways} isCredit={credit} />}
			</div>
			<SelectField
				label={common.reason}
				value={reason}
				onChange={({ target: { value } }) =>
					setReason(refundReasons.find((one) => one === value) ?? refundReasons[0])
				}
			>
				{refundReasons.map((one) => (
					<option key={one} value={one}>
						{texts.refundReasonLabels[one]}
					</option>
				))}
			</SelectField>
			<Field
				label={common.note}
				type="text"
				hint={forStaffOnly}
				autoComplete="off"
				value={note}
				onChange={({ target: { value } }) => setNote(value)}
			/>
			{canRestock && restockable > 0 && (
				<Checkbox checked={restock} onChange={({ target: { checked } }) => setRestock(checked)}>
					{texts.restockPieces(restockable)}
				</Checkbox>
			)}
			<Checkbox checked={credit} onChange={({ target: { checked } }) => setCredit(checked)}>
				{texts.asCredit}
			</Checkbox>
			<FieldError message={formError} />
			<FormActions sending={sending} onCancel={onClose}>
				<SubmitButton busy={sending} busyLabel={common.oneMoment} disabled={cents === 0}>
					{texts.refund(cents > 0 ? formatCents(cents) : "")}
				</SubmitButton>
			</FormActions>
		</form>
	);
}

interface WaysProps {
	parts: readonly RefundPart[];
	ways: Refundable["ways"];
	/** Whether all of it becomes store credit. */
	isCredit: boolean;
}

/** Says how much goes where, as the server divides it, and why. */
function WaysBack({ parts, ways, isCredit }: WaysProps) {
	const taken = splitRefund(
		parts,
		isCredit
			? [{ giftCardId: null, cents: 0 }]
			: ways.map(({ price }, index) => ({ giftCardId: String(index), cents: toCents(price) })),
	);
	const rows = taken.map(({ giftCardId, parts: own }) => {
		const { kind, codeEnd = "" } = ways[Number(giftCardId)] ?? { kind: "stripe" as const };
		const cents = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
		const name = isCredit ? texts.wayBack.store_credit("") : texts.wayBack[kind](codeEnd);
		return [name, formatCents(cents)] as const;
	});
	return (
		<>
			<Sums rows={rows} />
			<p className="text-sm text-quiet">
				{texts.whyBack[isCredit ? "credit" : ways.length > 1 ? "several" : "one"]}
			</p>
		</>
	);
}

const optional = (name: string, cents: number) =>
	cents > 0 ? [[name, formatCents(cents)] as const] : [];

function Sums({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
	return (
		<dl className="sums">
			{rows.map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
