import { expect, it } from "vitest";
import { addressRequired, phoneRequired } from "../../messages/messages.ts";
import { contactErrors } from "./contact.ts";

it.each([
	[
		{ phone: "", address: "" },
		{ phone: phoneRequired, address: addressRequired },
	],
	[{ phone: "1", address: "" }, { address: addressRequired }],
	[{ phone: "" }, { phone: phoneRequired }],
	[{ phone: "1", address: "Home" }, {}],
	[{}, {}],
])("%j has the errors %j", (contact, errors) => {
	expect(contactErrors(contact)).toEqual(errors);
});
