/** The script of public pages with tools. */
import "./public-page.ts";
import "./add-to-cart.ts";
import "./card-transition.ts";
import "./carousel.ts";
import { heroSearchUrl } from "./script-urls.ts";

// The header gets the page's own search once that is out of sight.
const search = document.querySelector("main [role=search]");
if (search)
	new IntersectionObserver(([entry]) => {
		if (!entry?.isIntersecting) void import(/* @vite-ignore */ heroSearchUrl);
	}).observe(search);
