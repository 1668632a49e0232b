import { timeZone } from "../../config/config.ts";
import { optionalField } from "../../messages.checkout.ts";
import * as texts from "../../messages.gift.ts";
import { maxGiftMessage } from "../../shop/gift-cards/gift-card-kinds.ts";
import { maxLengths } from "../../values/fields.ts";
import { Field, TextareaField } from "../ui/Field.tsx";
import type { DeliveryForm } from "./useCheckoutForm.ts";

/** Who gets the gift cards of an order by e-mail. Its own chunk: few carts have some. */
export function GiftFields({ form: { filled, field } }: { form: DeliveryForm }) {
	const { values } = filled;
	return (
		<>
			<Field
				label={texts.email}
				defaultValue={values["gift.email"]}
				type="email"
				autoComplete="off"
				hint={texts.emailHint}
				{...field("gift.email")}
			/>
			<Field
				label={optionalField(texts.day)}
				defaultValue={values["gift.day"]}
				type="date"
				hint={texts.dayHint(timeZone)}
				{...field("gift.day")}
			/>
			<TextareaField
				label={optionalField(texts.message)}
				defaultValue={values["gift.message"]}
				maxLength={maxGiftMessage}
				hint={texts.messageHint(maxGiftMessage)}
				{...field("gift.message")}
			/>
			<Field
				label={optionalField(texts.from)}
				defaultValue={values["gift.from"]}
				type="text"
				autoComplete="off"
				maxLength={maxLengths.name}
				hint={texts.fromHint}
				{...field("gift.from")}
			/>
		</>
	);
}
