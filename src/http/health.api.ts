/** The endpoint of the health check; pages/api/health.ts does the checks. */
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
 * Returns 503 if the shop can't render its pages, and 200 if it can, even while payments are down.
 * Monitors read the status; `ok` covers payments too.
 */
export function healthStatus({ database, images }: Health): 200 | 503 {
	return database && images ? 200 : 503;
}

export const healthEndpoint = endpoint({
	method: "GET",
	path: "/health",
	access: "public",
	summary:
		"Returns the health of database, images and payments, and the shop's version; 503 if database or images are down",
	reply: healthSchema,
	errors: ["unavailable"],
});
