/** A bike in a request: the query of an address of /fit. What the vocabulary does not know is ignored. */
import * as v from "valibot";
import * as messages from "../../messages/messages.ts";

export const bikeQuery = v.pipe(v.string(), v.regex(/^[a-z0-9=&-]{0,600}$/, messages.invalidBike));
