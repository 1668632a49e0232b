import { allowAnySite, handle } from "../../http/handle.ts";
import {
	createCategoryEndpoint,
	listCategoriesEndpoint,
} from "../../shop/catalogue/categories.api.ts";
import { createCategory, listCategories } from "../../shop/catalogue/categories.server.ts";

export const { GET } = handle(listCategoriesEndpoint, () => listCategories());

export const { POST } = handle(createCategoryEndpoint, ({ caller, body }) =>
	createCategory(caller, body),
);

export const ALL = allowAnySite("GET", "POST");
