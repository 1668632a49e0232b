import type { ReactNode } from "react";
import * as texts from "../../messages/payment.ts";
import { formatPrice } from "../../values/money.ts";
import { FieldError } from "../ui/Field.tsx";

interface Props {
	totalPrice: number;
	/** Whether the provider is loaded. */
	isReady: boolean;
	sending: boolean;
	error: string | undefined;
	onPay: () => void;
	/** The provider's fields. */
	children: ReactNode;
}

/** The provider's fields, the Pay button with the amount, and the error. */
export function PayForm({ totalPrice, isReady, sending, error, onPay, children }: Props) {
	return (
		<form
			className="grid gap-5"
			onSubmit={(event) => {
				event.preventDefault();
				onPay();
			}}
		>
			{children}
			<button type="submit" className="btn btn-primary" disabled={!isReady || sending}>
				{(sending ? texts.processing : texts.pay)(formatPrice(totalPrice))}
			</button>
			<FieldError message={error} />
		</form>
	);
}
