/** What administrators find by a few letters: orders, tools and customers. */
import * as v from "valibot";
import { id } from "../../values/fields.ts";
import { publicStates } from "../orders/order-states.ts";

/** Results of each kind. */
export const maxFound = 5;

export const foundSchema = v.object({
	orders: v.array(
		v.object({
			_id: id,
			/** The page of a line is that of its order. */
			orderId: id,
			orderNumber: v.number(),
			/** The tool. */
			name: v.string(),
			quantity: v.number(),
			UserName: v.string(),
			email: v.string(),
			state: v.picklist(publicStates),
		}),
	),
	tools: v.array(v.object({ _id: id, name: v.string(), quantity: v.number() })),
	/** The id of a guest who has paid is the e-mail. */
	users: v.array(v.object({ _id: id, email: v.string(), name: v.string() })),
});
export type Found = v.InferOutput<typeof foundSchema>;
