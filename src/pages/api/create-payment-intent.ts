import { handle } from "../../http/handle.ts";
import { createPaymentIntentEndpoint } from "../../shop/payments/payments.api.ts";
import { preparePayment } from "../../shop/payments/payments.server.ts";

export const { POST, ALL } = handle(createPaymentIntentEndpoint, ({ caller, body }) =>
	preparePayment(caller, body),
);
