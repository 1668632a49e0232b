/** The endpoints for e-mails when a tool is back in stock. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { deletedReply, id, modifiedReply } from "../../values/fields.ts";

export const addStockAlertEndpoint = endpoint({
	method: "PUT",
	path: "/service/{id}/alert",
	access: "user",
	summary:
		"Requests one e-mail when a tool that can't be ordered is back in stock. Your e-mail must be verified",
	params: v.object({ id }),
	reply: modifiedReply,
	errors: ["not_found", "not_verified"],
});

export const removeStockAlertEndpoint = endpoint({
	method: "DELETE",
	path: "/service/{id}/alert",
	access: "user",
	summary: "Withdraws your request for that e-mail",
	params: v.object({ id }),
	reply: deletedReply,
});
