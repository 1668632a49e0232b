/** Loads the suggestions of searches when one is focused. The home page gets a second one: hero-search.ts. */
import { loadWhen } from "./load-when.ts";
import { searchBoxUrl } from "./script-urls.ts";

const isSearched = () => document.activeElement?.matches("[role=search] [name=q]");
loadWhen(isSearched, searchBoxUrl, document, "focusin");
