import type { ReactNode } from "react";
import { use } from "react";
import * as accountTexts from "../../messages/account.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as common from "../../messages/common.ts";
import { sitePaths } from "../../paths/site.ts";
import { maxLengths } from "../../values/fields.ts";
import { Field } from "../ui/Field.tsx";
import { WithoutScript } from "../ui/useHydrated.ts";
import { AddressFields } from "./AddressFields.tsx";
import { OrderExtras } from "./OrderExtras.tsx";
import type { DeliveryForm } from "./useCheckoutForm.ts";

interface Props {
	form: DeliveryForm;
	countries: readonly { value: string; label: string }[];
	/** The countries of a billing address, if the shop does not ship to all. */
	billingCountries?: Props["countries"] | undefined;
	isGuest: boolean;
	/** Whether e-mails bring all of it: then nobody is asked for an address. */
	isByMail?: boolean;
	/** Whether gift cards are bought. */
	hasCards?: boolean;
	/** What follows the address. */
	children?: ReactNode;
}

/** Who gets the parcel, and where. */
export function DeliveryFields(props: Props) {
	const {
		form,
		countries,
		billingCountries = countries,
		isGuest,
		isByMail = false,
		hasCards = isByMail,
		children,
	} = props;
	const { country, changeCountry, field, filled, restored } = form;
	// Signing in needs it.
	const isStatic = import.meta.env.SSR && use(WithoutScript);
	return (
		<section aria-labelledby="delivery" className="grid content-start gap-5">
			<h2 id="delivery" className="text-3xl">
				{checkoutMessages.delivery}
			</h2>
			<p className="text-quiet">{checkoutMessages.requiredUnlessOptional}</p>
			{restored && <p role="status">{checkoutMessages.draftRestored}</p>}
			{isGuest && (
				<>
					<Field
						label={common.email}
						defaultValue={filled.values.email}
						type="email"
						autoComplete="email"
						hint={checkoutMessages.emailHint}
						{...field("email")}
					/>
					{!isStatic && (
						<p>
							{accountTexts.alreadyHaveAccount}{" "}
							<a className="link" href={sitePaths.loginReturningTo(sitePaths.checkout)}>
								{checkoutMessages.signIn}
							</a>
						</p>
					)}
				</>
			)}
			<Field
				label={common.name}
				defaultValue={filled.values.name}
				type="text"
				autoComplete="shipping name"
				maxLength={maxLengths.name}
				{...field("name")}
			/>
			{isByMail ? (
				<p>{checkoutMessages.needsNoAddress}</p>
			) : (
				<>
					<AddressFields
						country={country}
						countries={countries}
						delivery={filled.values}
						field={field}
						onCountry={changeCountry}
					/>
					<Field
						label={common.phone}
						defaultValue={filled.values.phone}
						type="tel"
						autoComplete="shipping tel"
						{...field("phone")}
					/>
					{children}
				</>
			)}
			<OrderExtras
				form={form}
				isByMail={isByMail}
				hasCards={hasCards}
				countries={billingCountries}
			/>
		</section>
	);
}
