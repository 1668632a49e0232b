import { allowOnly, handle } from "../../../http/handle.ts";
import {
	deleteCategoryEndpoint,
	updateCategoryEndpoint,
} from "../../../shop/catalogue/categories.api.ts";
import { deleteCategory, updateCategory } from "../../../shop/catalogue/categories.server.ts";

export const { PATCH } = handle(updateCategoryEndpoint, ({ caller, params, body }) =>
	updateCategory(caller, params.slug, body),
);

export const { DELETE } = handle(deleteCategoryEndpoint, ({ caller, params }) =>
	deleteCategory(caller, params.slug),
);

export const ALL = allowOnly("PATCH", "DELETE");
