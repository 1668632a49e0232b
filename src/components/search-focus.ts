/** Loads the suggestions of searches when one is focused, or if it already is. For each focus, but a module runs once. */
import { searchBoxUrl } from "./script-urls.ts";

const loadBox = () => import(/* @vite-ignore */ searchBoxUrl);
for (const search of document.querySelectorAll("[role=search] [name=q]")) {
	search.addEventListener("focus", loadBox);
	if (search === document.activeElement) void loadBox();
}
