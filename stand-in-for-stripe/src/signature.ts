import { createHmac } from "node:crypto";
import { nowSeconds } from "./objects.ts";

/**
 * The `Stripe-Signature` header for a payload: `t=<Unix seconds>,v1=<hex HMAC-SHA256>`.
 *
 * Stripe docs: Webhooks, Verify webhook signatures manually.
 */
export function sign(payload: string, secret: string, timestamp = nowSeconds()): string {
	const v1 = createHmac("sha256", secret).update(`${timestamp}.${payload}`, "utf8").digest("hex");
	return `t=${timestamp},v1=${v1}`;
}
