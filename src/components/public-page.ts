/** The script of public pages: see layouts/PublicBase.astro. */
import "./menu-open.ts";
import "./near.ts";
import "./page.ts";
import "./search-focus.ts";
import "./fit/late-bike.ts";
import { loadWhen } from "./load-when.ts";
import { prerenderedUrl } from "./script-urls.ts";

loadWhen(() => document.prerendering, prerenderedUrl, null);
