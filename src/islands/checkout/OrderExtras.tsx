import { type ReactNode, use, useState } from "react";
import * as texts from "../../messages/checkout.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { useHydrated, WithoutScript } from "../ui/useHydrated.ts";
import type { DeliveryForm } from "./useCheckoutForm.ts";

interface Props {
	form: DeliveryForm;
	/** The countries of a billing address. */
	countries: readonly { value: string; label: string }[];
	/** Whether there is no parcel. */
	isByMail: boolean;
	/** Whether gift cards are bought. */
	hasCards: boolean;
}

/** What few orders need: a company, another billing address, a gift. Each is a checkbox that shows its fields. */
export function OrderExtras({ form, countries, isByMail, hasCards }: Props) {
	const { filled, billingCountry, changeBillingCountry, extraFields: fields } = form;
	const { values } = filled;
	return (
		<fieldset className="grid gap-4">
			<legend className="mb-4 font-heading text-2xl font-semibold">{texts.more}</legend>
			{hasCards && (
				<Part label={texts.isForSomebody} isOpen={values["gift.email"] !== undefined}>
					{fields && <fields.GiftFields form={form} />}
				</Part>
			)}
			<Part label={texts.forCompany} isOpen={Boolean(values.company)}>
				{fields && <fields.CompanyFields form={form} />}
			</Part>
			<Part
				label={texts.otherBilling}
				isOpen={billingCountry !== undefined}
				onChange={(isOpen) => changeBillingCountry(isOpen ? form.country : undefined)}
			>
				{fields && <fields.BillingFields form={form} countries={countries} />}
			</Part>
			{!isByMail && (
				<Part label={texts.isGift} isOpen={Boolean(values.giftNote || values.hidesPrices)}>
					{fields && <fields.PackingFields form={form} />}
				</Part>
			)}
			<Part label={texts.hasNote} isOpen={Boolean(values.note)}>
				{fields && <fields.NoteField form={form} />}
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
				<summary className="link mb-4 min-h-6 pointer-coarse:min-h-11">{label}</summary>
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
