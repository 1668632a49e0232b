/** The call that saves a family. A module of its own: the fields of a tool are edited without it. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { familyInput, familySchema } from "./families.ts";

export const saveFamilyEndpoint = endpoint({
	method: "PUT",
	path: "/service/{id}/family",
	access: "products",
	summary:
		"Saves the family of a tool with a row for each of its tools, or makes one of it. Rows without an id become tools like it; tools without a row leave the family, and without rows it is deleted",
	params: v.object({ id }),
	body: familyInput,
	reply: v.nullable(familySchema),
	errors: ["not_found", "stock_changed"],
});
