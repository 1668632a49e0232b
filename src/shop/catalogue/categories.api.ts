/** The endpoints for the categories of tools. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { deletedReply, id, insertedReply, modifiedReply } from "../../values/fields.ts";
import { categoryChange, categorySchema, newCategory } from "./categories.ts";

export const listCategoriesEndpoint = endpoint({
	method: "GET",
	path: "/category",
	access: "public",
	summary: "Lists the categories of tools in their order",
	reply: v.array(categorySchema),
});

export const createCategoryEndpoint = endpoint({
	method: "POST",
	path: "/category",
	access: "products",
	status: 201,
	summary: "Adds a category at the end; a shop has at most 24",
	body: newCategory,
	reply: insertedReply,
});

export const updateCategoryEndpoint = endpoint({
	method: "PATCH",
	path: "/category/{slug}",
	access: "products",
	summary: "Changes a category's name, description, image or place; its address stays",
	params: v.object({ slug: id }),
	body: categoryChange,
	reply: modifiedReply,
	errors: ["not_found"],
});

export const deleteCategoryEndpoint = endpoint({
	method: "DELETE",
	path: "/category/{slug}",
	access: "products",
	summary: "Deletes a category; its tools stay, without one",
	params: v.object({ slug: id }),
	reply: deletedReply,
	errors: ["not_found"],
});
