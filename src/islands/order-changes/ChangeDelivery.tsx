import { type SubmitEvent, useRef, useState } from "react";
import * as v from "valibot";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/order-changes.ts";
import { deliveryForm } from "../../shop/orders/delivery-forms.ts";
import { changeDeliveryEndpoint } from "../../shop/orders/order-changes.api.ts";
import type { OrderDelivery } from "../../shop/orders/order-page.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { fieldErrors } from "../../values/field-errors.ts";
import { formatPrice } from "../../values/money.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { AddressFields } from "../checkout/AddressFields.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

interface Props {
	/** The order's id. */
	id: string;
	delivery: OrderDelivery;
	/** The countries that the shop ships to. */
	countries: readonly { value: string; label: string }[];
	/** Whether the e-mail is not an account's. */
	isGuest: boolean;
	isPaid: boolean;
	/** What the order costs now. */
	totalPrice: number;
	onClose: () => void;
}

/** Changes who an order is delivered to, and where. Says first what another address costs. */
export function ChangeDelivery(props: Props) {
	const { id, delivery, countries, isGuest, isPaid, onClose } = props;
	const [country, setCountry] = useState(delivery.country);
	const form = useRef<HTMLFormElement>(null);
	const parse = (element: HTMLFormElement) =>
		v.safeParse(
			deliveryForm(
				country,
				countries.map(({ value }) => value),
			),
			Object.fromEntries(new FormData(element)),
		);
	const { errors, setErrors, changed } = useFieldErrors(() =>
		form.current ? fieldErrors(parse(form.current).issues) : {},
	);
	const [formError, setFormError] = useState<string>();
	/** What it costs at the address that was sent, if that differs. */
	const [there, setThere] = useState<number>();
	const { sending, send } = useSend();
	const field = (name: string) => ({ name, error: errors[name] });

	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		setFormError(undefined);
		const parsed = parse(event.currentTarget);
		setErrors(fieldErrors(parsed.issues));
		if (!parsed.success) return;
		const body = { ...parsed.output, totalPrice: there };
		void send(
			async () => {
				const changed = await call(changeDeliveryEndpoint, { params: { id }, body });
				const isAsked = changed.modifiedCount === 0 && changed.totalPrice !== props.totalPrice;
				if (
					isAsked ||
					(changed.modifiedCount === 0 && there === undefined && country !== delivery.country)
				)
					return setThere(changed.totalPrice);
				const text = changed.modifiedCount > 0 ? texts.changed : texts.nothingChanged;
				toastAfterNavigation({ kind: "success", text });
				location.reload();
			},
			(error) => {
				const fields = (error instanceof ShopError && error.fields) || {};
				setErrors(fields);
				if (Object.keys(fields).length === 0) setFormError(errorMessage(error));
			},
		);
	};

	return (
		<Modal title={texts.changeDelivery} onClose={onClose}>
			<form
				ref={form}
				noValidate
				method="post"
				className="mt-4 grid gap-5"
				onSubmit={submit}
				onChange={({ target }) => {
					// Another address may cost something else.
					setThere(undefined);
					const name = target instanceof Element && target.getAttribute("name");
					if (name) changed(name);
				}}
			>
				<Field label={common.name} defaultValue={delivery.name} type="text" {...field("name")} />
				{isGuest ? (
					<Field
						label={common.email}
						defaultValue={shownEmail(delivery.email)}
						hint={texts.emailNow}
						type="email"
						{...field("email")}
					/>
				) : (
					<p className="text-quiet">{texts.emailOfAccount(shownEmail(delivery.email))}</p>
				)}
				<AddressFields
					country={country}
					countries={countries}
					delivery={delivery}
					field={field}
					onCountry={setCountry}
				/>
				<Field label={common.phone} defaultValue={delivery.phone} type="tel" {...field("phone")} />
				<p role="status" className="font-semibold empty:hidden">
					{there !== undefined &&
						texts.costsThere(formatPrice(there), formatPrice(props.totalPrice), isPaid)}
				</p>
				<FieldError message={formError} />
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton busy={sending} busyLabel={texts.saving}>
						{there === undefined ? texts.save : texts.saveAnyway(formatPrice(there), isPaid)}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
