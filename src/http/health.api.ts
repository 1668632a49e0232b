/** The call that tells whether the shop works. */
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";

export const healthSchema = v.object({
	/** Whether everything works. */
	ok: v.boolean(),
	version: v.string(),
	database: v.boolean(),
	images: v.boolean(),
	payments: v.boolean(),
});
export type Health = v.InferOutput<typeof healthSchema>;

/**
 * The status of the call: 503 where the shop has nothing to show, 200 where it has, though nobody
 * may be able to pay for it. What watches the shop reads the status, who looks closer reads `ok`.
 */
export function healthStatus({ database, images }: Health): 200 | 503 {
	return database && images ? 200 : 503;
}

export const healthEndpoint = endpoint({
	method: "GET",
	path: "/health",
	access: "public",
	summary:
		"What works, and which version of the shop this is; 503 where database or pictures are away",
	reply: healthSchema,
	errors: ["unavailable"],
});
