/** The endpoints for labels of carriers. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { labelRequest, labelSchema, ratedLabelSchema } from "./labels.ts";

const params = v.object({ id });

export const rateLabelEndpoint = endpoint({
	method: "POST",
	path: "/label",
	access: "shipping",
	status: 201,
	summary: "Asks what a label for lines of an order costs, by carrier and service. Buys nothing",
	body: labelRequest,
	reply: ratedLabelSchema,
	errors: ["not_found", "not_shippable", "label_refused", "labels_unavailable"],
});

export const buyLabelEndpoint = endpoint({
	method: "PUT",
	path: "/label/{id}",
	access: "shipping",
	summary:
		"Buys a label at one of its prices, and ships its lines with the tracking number. Repeated, it returns the same label",
	params,
	body: v.object({ rate: id }),
	reply: labelSchema,
	errors: ["not_found", "label_refused", "labels_unavailable"],
});

export const voidLabelEndpoint = endpoint({
	method: "DELETE",
	path: "/label/{id}",
	access: "shipping",
	summary: "Asks the carrier to take back a label that was not used. The shipment stays",
	params,
	reply: labelSchema,
	errors: ["not_found", "label_refused", "labels_unavailable"],
});
