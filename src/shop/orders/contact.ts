/** The contact of an order: what the request says, or else the profile. */

import type { FieldErrors } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";

/** Returns the errors of a phone or an address that is empty. One that is left out is not checked. */
export function contactErrors({
	phone,
	address,
}: {
	phone?: string;
	address?: string;
}): FieldErrors {
	return {
		...(phone === "" && { phone: messages.phoneRequired }),
		...(address === "" && { address: messages.addressRequired }),
	};
}
