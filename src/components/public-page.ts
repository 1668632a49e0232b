/** The script of public pages: see layouts/PublicBase.astro. */
import "./parsed.ts";
import "./menu-open.ts";
import "./page.ts";
import "./prerendered.ts";
import "./search-focus.ts";
import "./fit/fit-marks.ts";
