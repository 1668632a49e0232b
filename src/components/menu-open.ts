/** Loads the pictures of the categories when the menu opens. */
import { loadWhen } from "./load-when.ts";
import { menuCategoriesUrl } from "./script-urls.ts";

const menu = document.querySelector("#menu");
loadWhen(() => menu?.matches(":popover-open"), menuCategoriesUrl, menu, "toggle");
