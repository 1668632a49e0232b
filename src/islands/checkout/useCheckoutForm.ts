import { type SubmitEvent, useEffect, useState } from "react";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import { billingOf, type FilledIn } from "../../shop/orders/checkout-values.ts";
import type { Delivery } from "../../shop/orders/orders.ts";
import { saveDrafts } from "../ui/form-draft.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useFormGuard } from "../ui/useFormGuard.ts";
import type { FieldState } from "./AddressFields.tsx";
import type { OrderInput } from "./check-order.ts";

/** Checks the form once it was loaded. */
let check: typeof import("./check-order.ts") | undefined;

const loadCheck = async () => {
	check ??= await importChunk(() => import("./check-order.ts"));
	return check;
};

/**
 * The state of the checkout form. Without react-hook-form, whose bytes the page needs for the addresses of
 * all countries. The values are in the fields themselves, so that input typed before hydration stays.
 * It is for addresses in the countries that are `available`. What was typed survives a reload and a way to another page, in this tab. `email` is that of the signed-in
 * customer; a guest types it. An order that e-mails bring (`isByMail`) is asked for no address.
 */
export function useCheckoutForm(
	delivery: Delivery,
	email: string | undefined,
	available: readonly string[],
	isByMail = false,
) {
	const [element, setElement] = useState<HTMLFormElement | null>(null);
	const [dirty, setDirty] = useState(false);
	const [country, setCountry] = useState(delivery.country);
	const [postalCode, setPostalCode] = useState(delivery.postalCode);
	/** How it should be delivered; undefined for the first way. */
	const [service, setService] = useState<string>();
	/** Undefined without another billing address. */
	const [billingCountry, setBillingCountry] = useState<string>();
	/** What the fields are filled with, and how often that was replaced by a draft. */
	const [filled, setFilled] = useState<{ values: FilledIn; version: number }>({
		values: { ...delivery },
		version: 0,
	});
	const [extraFields, setExtraFields] = useState(check?.extraFields);
	const loadMore = () =>
		void loadCheck().then(
			(loaded) => setExtraFields(loaded.extraFields),
			() => undefined,
		);
	useEffect(() => {
		addEventListener("pagehide", saveDrafts);
		return () => removeEventListener("pagehide", saveDrafts);
	}, []);

	const values = () => Object.fromEntries(element ? new FormData(element) : []);
	const isGuest = email === undefined;
	const { errors, setErrors, changed } = useFieldErrors(
		() =>
			check?.checkOrder(values(), country, available, isGuest, billingCountry, isByMail).errors ??
			{},
	);
	const guard = useFormGuard(
		{
			dirty,
			storesDraft: true,
			values,
			restore: (draft) => {
				const restored: FilledIn = { ...delivery, ...draft };
				setCountry(restored.country);
				setPostalCode(restored.postalCode);
				setService(restored.service);
				setBillingCountry(restored["billing.country"]);
				setFilled(({ version }) => ({ values: restored, version: version + 1 }));
				setDirty(true);
				loadMore();
			},
			setError: (name, message) => setErrors((current) => ({ ...current, [name]: message })),
		},
		email ?? "guest",
		"form",
	);

	/** Passes the values to `placeOrder`, or shows what is wrong with them and focuses the first such field. */
	const submit = async (
		event: SubmitEvent<HTMLFormElement>,
		placeOrder: (input: OrderInput) => void,
	) => {
		event.preventDefault();
		const fields = [...event.currentTarget.querySelectorAll<HTMLElement>("[name]")];
		const loaded = await loadCheck().catch(() => undefined);
		if (!loaded) return guard.setFormError(messages.shopUnreachable);
		const { input, errors: wrong } = loaded.checkOrder(
			values(),
			country,
			available,
			isGuest,
			billingCountry,
			isByMail,
		);
		setErrors(wrong);
		if (input) return placeOrder(input);
		guard.setFormError(checkoutMessages.fieldsToCheck(Object.keys(wrong).length));
		fields.find((field) => wrong[field.getAttribute("name") ?? ""])?.focus();
	};

	return {
		...guard,
		setElement,
		filled,
		/** What shows the fields that few orders need, once it is loaded. */
		extraFields,
		country,
		changeCountry: setCountry,
		postalCode,
		service,
		setService,
		billingCountry,
		changeBillingCountry: (code: string | undefined) => {
			setBillingCountry(code);
			// Its fields are gone.
			if (code === undefined) changed("billing");
		},
		/** The billing address that the fields are filled with. */
		filledBilling: billingOf(filled.values, billingCountry),
		edit: (event?: { target: EventTarget }) => {
			const field = event?.target;
			const name = field instanceof Element && field.getAttribute("name");
			if (name) changed(name);
			if (field instanceof HTMLInputElement && name === "postalCode") setPostalCode(field.value);
			// It is there when the form is sent.
			if (!extraFields) loadMore();
			setDirty(true);
			guard.setFormError(undefined);
		},
		/** Stores no draft any more: the order was placed. */
		close: () => setDirty(false),
		field: (name: string) => ({ name, error: errors[name] }),
		submit,
	};
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;

/** What the fields need of their form. */
export interface DeliveryForm
	extends Pick<
		CheckoutForm,
		| "country"
		| "changeCountry"
		| "billingCountry"
		| "changeBillingCountry"
		| "filled"
		| "filledBilling"
		| "extraFields"
		| "restored"
	> {
	field: (name: string) => FieldState;
}
