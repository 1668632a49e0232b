/** The call that tells whether the shop works. */
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";

export const healthShape = v.object({
	/** Whether everything works. */
	ok: v.boolean(),
	version: v.string(),
	database: v.boolean(),
	images: v.boolean(),
	payments: v.boolean(),
});
export type Health = v.InferOutput<typeof healthShape>;

export const healthEndpoint = endpoint({
	method: "GET",
	path: "/health",
	who: "anyone",
	summary: "What works, and which version of the shop this is",
	reply: healthShape,
});
