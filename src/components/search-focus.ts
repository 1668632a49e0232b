/** Loads the search's suggestions when it is focused. For each focus, but a module runs once. */
import { searchBoxUrl } from "./script-urls.ts";

document
	.querySelector("[role=search] [name=q]")
	?.addEventListener("focus", () => import(/* @vite-ignore */ searchBoxUrl));
