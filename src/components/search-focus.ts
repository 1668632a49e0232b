/** Loads the search's suggestions when it is focused. */
import { loadWhen } from "./load-when.ts";
import { searchBoxUrl } from "./script-urls.ts";

const search = document.querySelector("[role=search] [name=q]");
loadWhen(() => search === document.activeElement, searchBoxUrl, search, "focus");
