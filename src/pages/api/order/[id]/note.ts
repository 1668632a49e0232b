import { handle } from "../../../../http/handle.ts";
import { addOrderNoteEndpoint } from "../../../../shop/orders/lines.api.ts";
import { addOrderNote } from "../../../../shop/orders/order-notes.server.ts";

export const { POST, ALL } = handle(addOrderNoteEndpoint, ({ caller, params, body }) =>
	addOrderNote(caller, params.id, body.text),
);
