/** The script of public pages: see layouts/PublicBase.astro. */
import "./menu-open.ts";
import "./near.ts";
import "./page.ts";
import "./prerendered.ts";
import "./search-focus.ts";
import "./fit/late-bike.ts";
