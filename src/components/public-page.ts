/**
 * What public pages share: one file that comes after the first paint (layouts/Public.astro) and that browsers keep
 * for the next page. local/script-files-plugin.ts bundles it.
 */
import "./page.ts";
import "./add-to-cart.ts";
import "./carousel.ts";
import "./fit/fit-marks.ts";
import { searchBoxUrl } from "./script-urls.ts";

// Loaded for each focus, but a module runs once.
document
	.querySelector("header [name=q]")
	?.addEventListener("focus", () => import(/* @vite-ignore */ searchBoxUrl));
