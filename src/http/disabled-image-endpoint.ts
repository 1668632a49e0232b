/**
 * Astro's own image endpoint, `/_image`: not there, for no page of ours refers to it. It would hand
 * out files of the shop again under addresses of anybody's making. Astro shows its 404 page for an
 * empty 404.
 */
import type { APIRoute } from "astro";

export const prerender = false;

export const ALL: APIRoute = () => new Response(null, { status: 404 });
