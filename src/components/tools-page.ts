/** The script of public pages with tools. */
import "./public-page.ts";
import "./add-to-cart.ts";
import "./card-transition.ts";
import "./carousel.ts";
import "./hero-search.ts";
