import { type ReactNode, use, useState } from "react";
import * as texts from "../../messages.checkout.ts";
import * as common from "../../messages.common.ts";
import { maxReferenceLength } from "../../shop/orders/order-extras.ts";
import { maxLengths } from "../../values/fields.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field, TextareaField } from "../ui/Field.tsx";
import { useHydrated, WithoutScript } from "../ui/useHydrated.ts";
import { AddressFields } from "./AddressFields.tsx";
import type { DeliveryForm } from "./useCheckoutForm.ts";

interface Props {
	form: DeliveryForm;
	/** Those of a billing address. */
	countries: readonly { value: string; label: string }[];
	/** Whether there is no parcel. */
	isByMail: boolean;
	/** Whether gift cards are bought. */
	hasCards: boolean;
	/** The fields of who gets them, once they are loaded. */
	giftFields: ReactNode;
}

/** What few orders need: a company, another billing address, a gift. Each is a checkbox that shows its fields. */
export function OrderExtras({ form, countries, isByMail, hasCards, giftFields }: Props) {
	const { filled, field, billingCountry, changeBillingCountry } = form;
	const { values } = filled;
	return (
		<fieldset className="grid gap-4">
			<legend className="mb-4 font-heading text-2xl font-semibold">{texts.more}</legend>
			{hasCards && (
				<Part label={texts.isForSomebody} isOpen={values["gift.email"] !== undefined}>
					{giftFields}
				</Part>
			)}
			<Part label={texts.forCompany} isOpen={Boolean(values.company)}>
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
			</Part>
			<Part
				label={texts.otherBilling}
				isOpen={billingCountry !== undefined}
				onChange={(isOpen) => changeBillingCountry(isOpen ? form.country : undefined)}
			>
				<Field
					label={texts.billedTo}
					defaultValue={values["billing.name"]}
					type="text"
					autoComplete="billing name"
					maxLength={maxLengths.name}
					{...field("billing.name")}
				/>
				<AddressFields
					section="billing"
					country={billingCountry ?? ""}
					countries={countries}
					delivery={form.filledBilling}
					field={(name) => field(`billing.${name}`)}
					onCountry={changeBillingCountry}
				/>
			</Part>
			{!isByMail && (
				<Part label={texts.isGift} isOpen={Boolean(values.giftNote || values.hidesPrices)}>
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
				</Part>
			)}
			<Part label={texts.hasNote} isOpen={Boolean(values.note)}>
				<Field
					label={common.note}
					defaultValue={values.note}
					hint={texts.noteHint}
					type="text"
					{...field("note")}
				/>
			</Part>
		</fieldset>
	);
}

interface PartProps {
	label: string;
	isOpen: boolean;
	onChange?: (isOpen: boolean) => void;
	children: ReactNode;
}

/** A checkbox that shows fields, or without JavaScript a disclosure. It has no name: what its fields say is sent. */
function Part({ label, isOpen, onChange, children }: PartProps) {
	// React resets what is ticked before hydration.
	const hydrated = useHydrated();
	const [isShown, setShown] = useState(isOpen);
	const content = <div className="grid gap-5 border-s-2 border-base-300 ps-4">{children}</div>;
	if (import.meta.env.SSR && use(WithoutScript)) {
		return (
			<details open={isOpen}>
				<summary className="link mb-4 min-h-6">{label}</summary>
				{content}
			</details>
		);
	}
	return (
		<div className="grid gap-5">
			<Checkbox
				checked={isShown}
				disabled={!hydrated}
				onChange={({ target }) => {
					setShown(target.checked);
					onChange?.(target.checked);
				}}
			>
				{label}
			</Checkbox>
			{isShown && content}
		</div>
	);
}
