import { handle } from "../../../../http/handle.ts";
import { resendMail } from "../../../../shop/mails/resend-mail.server.ts";
import { resendMailEndpoint } from "../../../../shop/orders/order-changes.api.ts";

export const { POST, ALL } = handle(resendMailEndpoint, ({ caller, params, body }) =>
	resendMail(caller, params.id, body.mail),
);
