import * as common from "../../messages/common.ts";
import * as texts from "../../messages/unpaid.ts";
import type { Address } from "../../shop/addresses/address-columns.ts";
import { maxLengths } from "../../values/fields.ts";
import { Field } from "../ui/Field.tsx";
import { WithoutScript } from "../ui/useHydrated.ts";
import { AddressFields } from "./AddressFields.tsx";

interface Props {
	/** What the fields are filled with. */
	values: Address & { name: string; phone: string; email: string };
	/** What is wrong with them, by name. */
	errors: Readonly<Record<string, string>>;
	countries: readonly { value: string; label: string }[];
	/** A guest can correct the e-mail; an account has its own. */
	isGuest: boolean;
	/** Nothing is sent by post. */
	isByMail: boolean;
}

/** The fields of an order's delivery in a form that needs no JavaScript. Static. */
export function BasicDelivery({ values, errors, countries, isGuest, isByMail }: Props) {
	const field = (name: string) => ({ name, id: name, error: errors[name] });
	return (
		<WithoutScript value={true}>
			{isGuest && (
				<Field
					label={common.email}
					defaultValue={values.email}
					type="email"
					autoComplete="email"
					hint={texts.emailHint}
					{...field("email")}
				/>
			)}
			<Field
				label={common.name}
				defaultValue={values.name}
				type="text"
				autoComplete="shipping name"
				maxLength={maxLengths.name}
				{...field("name")}
			/>
			{!isByMail && (
				<>
					<AddressFields
						country={values.country}
						countries={countries}
						delivery={values}
						field={field}
						onCountry={() => undefined}
					/>
					<Field
						label={common.phone}
						defaultValue={values.phone}
						type="tel"
						autoComplete="shipping tel"
						{...field("phone")}
					/>
				</>
			)}
		</WithoutScript>
	);
}
