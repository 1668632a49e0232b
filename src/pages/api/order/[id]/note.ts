import { allowOnly, handle } from "../../../../http/handle.ts";
import { addOrderNoteEndpoint } from "../../../../shop/orders/lines.api.ts";
import { addOrderNote } from "../../../../shop/orders/order-notes.server.ts";

export const POST = handle(addOrderNoteEndpoint, ({ caller, params, body }) =>
	addOrderNote(caller, params.id, body.text),
);

export const ALL = allowOnly("POST");
