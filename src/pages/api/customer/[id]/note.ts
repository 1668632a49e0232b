import { handle } from "../../../../http/handle.ts";
import { addCustomerNote } from "../../../../shop/customers/customer-page.server.ts";
import { addCustomerNoteEndpoint } from "../../../../shop/customers/customers.api.ts";

export const { POST, ALL } = handle(addCustomerNoteEndpoint, ({ caller, params, body }) =>
	addCustomerNote(caller, params.id, body.text),
);
