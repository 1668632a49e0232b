/** Loads the suggestions of searches when one is focused. */
import { loadWhen } from "./load-when.ts";
import { searchBoxUrl } from "./script-urls.ts";

for (const search of document.querySelectorAll("[role=search] [name=q]"))
	loadWhen(() => search === document.activeElement, searchBoxUrl, search, "focus");
