/**
 * Checks numbers for value-added tax with VIES, the service of the European Commission (its REST API, operation
 * check-vat-number). It asks the member states' own services, which are down now and then.
 */
import * as v from "valibot";
import type { OrderVatCheck } from "../../db/order-tables.ts";
import { setting } from "../settings/settings.ts";
import { logError } from "./log.ts";

/** A checkout waits no longer than this, in milliseconds. */
const timeoutMs = 3000;

const answerSchema = v.object({
	valid: v.boolean(),
	requestIdentifier: v.optional(v.nullable(v.string())),
});

const split = (vatNumber: string) => [vatNumber.slice(0, 2), vatNumber.slice(2)] as const;

/** Checks a number with its country's letters, for a shop with another. Never rejects. */
export async function checkVatNumber(vatNumber: string, requester: string): Promise<OrderVatCheck> {
	const [countryCode, number] = split(vatNumber);
	const [requesterMemberStateCode, requesterNumber] = split(requester);
	const at = Date.now();
	try {
		const response = await fetch(`${setting("VIES_URL")}/check-vat-number`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Accept: "application/json" },
			body: JSON.stringify({
				countryCode,
				vatNumber: number,
				requesterMemberStateCode,
				requesterNumber,
			}),
			signal: AbortSignal.timeout(timeoutMs),
		});
		// A member state that is down has no `valid`.
		const answer = v.parse(answerSchema, await response.json());
		const { valid, requestIdentifier } = answer;
		return {
			state: valid ? "valid" : "invalid",
			at,
			...(requestIdentifier && { consultation: requestIdentifier }),
		};
	} catch (error) {
		logError("vies", error);
		return { state: "unavailable", at };
	}
}
