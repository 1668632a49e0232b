import { useState } from "react";
import * as accountTexts from "../../messages.account.ts";
import * as checkoutMessages from "../../messages.checkout.ts";
import * as common from "../../messages.common.ts";
import * as messages from "../../messages.ts";
import { sitePaths } from "../../site-paths.ts";
import { maxLengths } from "../../values/fields.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { AddressFields } from "./AddressFields.tsx";
import type { CheckoutForm } from "./useCheckoutForm.ts";

interface Props {
	form: CheckoutForm;
	countries: readonly { value: string; label: string }[];
	isGuest: boolean;
}

/** Who gets the parcel, and where. */
export function DeliveryFields({ form, countries, isGuest }: Props) {
	const { country, changeCountry, field, filled, restored } = form;
	return (
		<section aria-labelledby="delivery" className="grid content-start gap-5">
			<h2 id="delivery" className="text-3xl">
				{checkoutMessages.delivery}
			</h2>
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
					<p>
						{accountTexts.alreadyHaveAccount}{" "}
						<a className="link" href={sitePaths.loginReturningTo(sitePaths.checkout)}>
							{checkoutMessages.signIn}
						</a>
					</p>
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
			<Note text={filled.values.note} {...field("note")} />
		</section>
	);
}

interface NoteProps {
	/** The note of a draft. */
	text: string | undefined;
	name: string;
	error: string | undefined;
}

/** A button that adds the field of the note, which few customers need. */
function Note({ text, ...field }: NoteProps) {
	const [isShown, setShown] = useState(Boolean(text));
	return isShown ? (
		<Field
			label={common.note}
			defaultValue={text}
			hint={messages.noteHint}
			type="text"
			{...field}
		/>
	) : (
		<Button look="btn-ghost justify-self-start" onClick={() => setShown(true)}>
			{checkoutMessages.addField(common.note)}
		</Button>
	);
}
