/** Loads the search's suggestions when it is focused, or if it already is. For each focus, but a module runs once. */
import { searchBoxUrl } from "./script-urls.ts";

const search = document.querySelector("[role=search] [name=q]");
const loadBox = () => import(/* @vite-ignore */ searchBoxUrl);
search?.addEventListener("focus", loadBox);
if (search && search === document.activeElement) void loadBox();
