/** Leads password managers to where a password is changed: W3C, A Well-Known URL for Changing Passwords. */
import type { APIRoute } from "astro";
import { allowOnly } from "../../http/handle.ts";
import { sitePaths } from "../../paths/site.ts";

/** Redirects by 302, which the specification asks for: the page may move. */
export const GET: APIRoute = ({ redirect }) => redirect(sitePaths.myProfile, 302);

export const ALL = allowOnly("GET");
