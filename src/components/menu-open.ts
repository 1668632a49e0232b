/** Loads the pictures of the categories when the menu opens. Each time, but a module runs once. */
import { menuCategoriesUrl } from "./script-urls.ts";

document
	.querySelector("#menu")
	?.addEventListener("toggle", () => import(/* @vite-ignore */ menuCategoriesUrl));
