/**
 * A stand-in for VIES, the service that checks numbers for value-added tax (REST API of the European Commission, operation
 * check-vat-number). It knows each number but those that end in 200, and for those that end in 300 the member state is down.
 */
import * as v from "valibot";

const question = v.object({
	countryCode: v.string(),
	vatNumber: v.string(),
	requesterMemberStateCode: v.optional(v.string()),
	requesterNumber: v.optional(v.string()),
});

/** The path of the operation, after the URL of the service. */
export const viesPath = "/check-vat-number";

/** Answers a question, given as the text of a request. */
export function answerAsVies(body: string): object {
	const { countryCode, vatNumber, requesterNumber } = v.parse(question, JSON.parse(body));
	if (vatNumber.endsWith("300"))
		return { actionSucceed: false, errorWrappers: [{ error: "MS_UNAVAILABLE" }] };
	return {
		countryCode,
		vatNumber,
		requestDate: new Date().toISOString(),
		valid: !vatNumber.endsWith("200"),
		requestIdentifier: requesterNumber ? `WAPI${countryCode}${vatNumber}` : "",
	};
}
