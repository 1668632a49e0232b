/** The script of public pages with tools. */
import "./public-page.ts";
import "./add-to-cart.ts";
import "./card-transition.ts";
import "./carousel.ts";
import { loadWhen } from "./load-when.ts";
import { heroSearchUrl } from "./script-urls.ts";

loadWhen(() => document.querySelector("main [role=search]"), heroSearchUrl, null);
