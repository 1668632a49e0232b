import { use, useState } from "react";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import type { Address, AddressFieldName } from "../../shop/addresses/address-columns.ts";
import { addressFields } from "../../shop/addresses/address-form.ts";
import { Button } from "../ui/Button.tsx";
import { Field, SelectField } from "../ui/Field.tsx";
import { useHydrated, WithoutScript } from "../ui/useHydrated.ts";

/** What a field is called, and what is wrong with it. */
export interface FieldState {
	name: string;
	id?: string;
	error: string | undefined;
}

/** The name of the button that shows the fields of the chosen country, without placing an order. */
export const updateName = "update";

interface Props {
	country: string;
	countries: readonly { value: string; label: string }[];
	delivery: Address;
	field: (name: AddressFieldName | "country") => FieldState;
	onCountry: (code: string) => void;
	/** What browsers fill the fields with (HTML Living Standard: Autofill). */
	section?: "shipping" | "billing";
}

/** The country, then the fields of its addresses in the order in which they are written there. */
export function AddressFields({
	country,
	countries,
	delivery,
	field,
	onCountry,
	section = "shipping",
}: Props) {
	// React resets what is chosen in a select before hydration.
	const hydrated = useHydrated();
	const isStatic = import.meta.env.SSR && use(WithoutScript);
	const [showsLine2, setShowsLine2] = useState(isStatic || delivery.line2 !== "");
	return (
		<>
			<SelectField
				label={checkoutMessages.country}
				defaultValue={delivery.country}
				autoComplete={`${section} country`}
				disabled={!hydrated}
				onChange={({ target }) => onCountry(target.value)}
				{...field("country")}
			>
				<option value="">{messages.choose}</option>
				{countries.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</SelectField>
			{isStatic && (
				<Button type="submit" look="btn-outline justify-self-start" name={updateName} value="1">
					{checkoutMessages.takeCountry}
				</Button>
			)}
			{addressFields(country).map(({ name, label, required, collapsed, options, ...input }) => {
				if (collapsed && !showsLine2) {
					return (
						<Button
							key={name}
							look="btn-ghost justify-self-start px-0 font-normal underline"
							onClick={() => setShowsLine2(true)}
						>
							{checkoutMessages.addField(label)}
						</Button>
					);
				}
				// The codes of another country are none of this one.
				const isCode = name === "region" || name === "postalCode";
				const key = isCode ? `${country} ${name}` : name;
				const knownValue = isCode && country !== delivery.country ? "" : delivery[name];
				const shown = required ? label : checkoutMessages.optionalField(label);
				if (options) {
					return (
						<SelectField
							key={key}
							label={shown}
							defaultValue={knownValue}
							autoComplete={`${section} ${input.autocomplete}`}
							disabled={!hydrated}
							{...field(name)}
						>
							<option value="">{messages.choose}</option>
							{options.map((option) => (
								<option key={option.value} value={option.value}>
									{option.label}
								</option>
							))}
						</SelectField>
					);
				}
				return (
					<Field
						key={key}
						label={shown}
						defaultValue={knownValue}
						type="text"
						autoComplete={`${section} ${input.autocomplete}`}
						autoCapitalize={input.autoCapitalize}
						inputMode={input.inputMode}
						{...field(name)}
					/>
				);
			})}
		</>
	);
}
