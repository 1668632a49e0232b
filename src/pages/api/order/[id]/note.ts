import { allowOnly, handle } from "../../../../http/handle.ts";
import { addOrderNote } from "../../../../shop/orders/order-notes.server.ts";
import { addOrderNoteEndpoint } from "../../../../shop/orders/orders.api.ts";

export const POST = handle(addOrderNoteEndpoint, ({ caller, params, body }) =>
	addOrderNote(caller, params.id, body.text),
);

export const ALL = allowOnly("POST");
