/**
 * Disables Astro's image endpoint, `/_image`: no page uses it, and it would serve the shop's files
 * under any number of URLs. Astro renders its 404 page for an empty 404 response.
 */
import type { APIRoute } from "astro";

export const prerender = false;

export const ALL: APIRoute = () => new Response(null, { status: 404 });
