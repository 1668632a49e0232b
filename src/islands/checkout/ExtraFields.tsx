/**
 * The fields of what few orders need, which a checkbox or a disclosure shows. Loaded when somebody fills the checkout in, with
 * what checks it.
 */
import { timeZone } from "../../config/config.ts";
import * as texts from "../../messages/checkout.ts";
import * as common from "../../messages/common.ts";
import * as gift from "../../messages/gift.ts";
import type { Address } from "../../shop/addresses/address-columns.ts";
import { maxGiftMessage } from "../../shop/gift-cards/gift-card-kinds.ts";
import type { FilledIn } from "../../shop/orders/checkout-values.ts";
import { maxReferenceLength } from "../../shop/orders/order-extras.ts";
import { maxLengths } from "../../values/fields.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field, TextareaField } from "../ui/Field.tsx";
import { AddressFields, type FieldState } from "./AddressFields.tsx";

interface Props {
	/** What they need of the checkout's form. */
	form: {
		filled: { values: FilledIn };
		field: (name: string) => FieldState;
		billingCountry: string | undefined;
		changeBillingCountry: (code: string | undefined) => void;
		filledBilling: Address;
	};
}

/** A company that orders. */
export function CompanyFields({ form: { filled, field } }: Props) {
	const { values } = filled;
	return (
		<>
			<Field
				label={texts.company}
				defaultValue={values.company}
				type="text"
				autoComplete="organization"
				maxLength={maxLengths.name}
				{...field("company")}
			/>
			<Field
				label={texts.optionalField(texts.taxNumber)}
				defaultValue={values.taxNumber}
				type="text"
				autoComplete="off"
				maxLength={maxReferenceLength}
				hint={texts.taxNumberHint}
				{...field("taxNumber")}
			/>
			<Field
				label={texts.optionalField(texts.reference)}
				defaultValue={values.reference}
				type="text"
				autoComplete="off"
				maxLength={maxReferenceLength}
				hint={texts.referenceHint}
				{...field("reference")}
			/>
		</>
	);
}

/** Another billing address. */
export function BillingFields({
	form,
	countries,
}: Props & { countries: readonly { value: string; label: string }[] }) {
	const { values } = form.filled;
	return (
		<>
			<Field
				label={texts.billedTo}
				defaultValue={values["billing.name"]}
				type="text"
				autoComplete="billing name"
				maxLength={maxLengths.name}
				{...form.field("billing.name")}
			/>
			<AddressFields
				section="billing"
				country={form.billingCountry ?? ""}
				countries={countries}
				delivery={form.filledBilling}
				field={(name) => form.field(`billing.${name}`)}
				onCountry={form.changeBillingCountry}
			/>
		</>
	);
}

/** What a parcel that is a gift says. */
export function PackingFields({ form: { filled, field } }: Props) {
	const { values } = filled;
	return (
		<>
			<TextareaField
				label={texts.optionalField(texts.giftNote)}
				defaultValue={values.giftNote}
				maxLength={maxLengths.note}
				hint={texts.giftNoteHint}
				{...field("giftNote")}
			/>
			<Checkbox name="hidesPrices" defaultChecked={values.hidesPrices !== undefined}>
				{texts.hidesPrices}
			</Checkbox>
		</>
	);
}

/** A note for the shop or the carrier. */
export function NoteField({ form: { filled, field } }: Props) {
	const { values } = filled;
	return (
		<Field
			label={common.note}
			defaultValue={values.note}
			hint={texts.noteHint}
			type="text"
			{...field("note")}
		/>
	);
}

/** Who gets the gift cards of an order by e-mail. */
export function GiftFields({ form: { filled, field } }: Props) {
	const { values } = filled;
	return (
		<>
			<Field
				label={gift.email}
				defaultValue={values["gift.email"]}
				type="email"
				autoComplete="off"
				hint={gift.emailHint}
				{...field("gift.email")}
			/>
			<Field
				label={texts.optionalField(gift.day)}
				defaultValue={values["gift.day"]}
				type="date"
				hint={gift.dayHint(timeZone)}
				{...field("gift.day")}
			/>
			<TextareaField
				label={texts.optionalField(gift.message)}
				defaultValue={values["gift.message"]}
				maxLength={maxGiftMessage}
				hint={gift.messageHint(maxGiftMessage)}
				{...field("gift.message")}
			/>
			<Field
				label={texts.optionalField(gift.from)}
				defaultValue={values["gift.from"]}
				type="text"
				autoComplete="off"
				maxLength={maxLengths.name}
				hint={gift.fromHint}
				{...field("gift.from")}
			/>
		</>
	);
}
