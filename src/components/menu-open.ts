/** Loads the pictures of the categories when the menu opens, or if it is open. Each time, but a module runs once. */
import { menuCategoriesUrl } from "./script-urls.ts";

const menu = document.querySelector("#menu");
const loadCategories = () => import(/* @vite-ignore */ menuCategoriesUrl);
menu?.addEventListener("toggle", loadCategories);
if (menu?.matches(":popover-open")) void loadCategories();
