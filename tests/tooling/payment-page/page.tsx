/** A page of a shop with the Payment Element or the card Element, as React renders it. */
import {
	CardElement,
	Elements,
	PaymentElement,
	useElements,
	useStripe,
} from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const query = new URLSearchParams(location.search);
const clientSecret = query.get("client_secret") ?? "";
const settings = JSON.parse(query.get("settings") ?? "{}");
const stripe = loadStripe(query.get("key") ?? "");

interface PaymentError {
	type?: string;
	code?: string;
	message?: string;
}

function errorText({ type, code }: PaymentError): string {
	return `${type}: ${code}`;
}

/** Shows what happened, for the test to read. */
function Form() {
	const client = useStripe();
	const elements = useElements();
	const [events, setEvents] = useState<string[]>([]);
	const [result, setResult] = useState("");
	const add = (event: string) => setEvents((list) => [...list, event]);

	const pay = async () => {
		if (!client || !elements) return;
		setResult("");
		const card = elements.getElement(CardElement);
		const { error, paymentIntent } = card
			? await client.confirmCardPayment(clientSecret, { payment_method: { card } })
			: await client.confirmPayment({
					elements,
					confirmParams: { return_url: `${location.origin}/return?order=1` },
					redirect: settings.redirect ?? "if_required",
				});
		setResult(error ? errorText(error) : paymentIntent.status);
	};
	const submit = async () => {
		const { error, selectedPaymentMethod } = (await elements?.submit()) ?? {};
		setResult(error ? errorText(error) : `chosen: ${selectedPaymentMethod}`);
	};
	const fetchUpdates = async () => {
		const { error } = (await elements?.fetchUpdates()) ?? {};
		setResult(error ? errorText(error) : "fetched");
	};

	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				void pay();
			}}
		>
			{settings.card ? (
				<CardElement options={{ hidePostalCode: true }} />
			) : (
				<PaymentElement
					options={settings.options ?? {}}
					onReady={() => add("ready")}
					onLoadError={({ error }) => add(`loaderror: ${error.code}`)}
					onChange={({ value, complete }) => add(`${value.type}${complete ? " is complete" : ""}`)}
				/>
			)}
			<button type="submit">Pay</button>
			<button type="button" onClick={submit}>
				Submit
			</button>
			<button type="button" onClick={fetchUpdates}>
				Fetch updates
			</button>
			<output aria-label="Events">{events.join(", ")}</output>
			<output aria-label="Result">{result}</output>
		</form>
	);
}

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
const group = settings.card ? {} : { clientSecret, appearance: settings.appearance };
createRoot(root).render(
	<Elements stripe={stripe} options={group}>
		<Form />
	</Elements>,
);
