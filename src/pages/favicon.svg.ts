/** The icon of the browser's tab: the icon of shop.config.ts on a square of the background colour. */
import type { APIRoute } from "astro";
import { colors, logo } from "../config/config.ts";

export const prerender = true;

const drawings = import.meta.glob<string>("../assets/*.svg", {
	query: "?raw",
	import: "default",
	eager: true,
});

export const GET: APIRoute = () => {
	const { primary, "base-100": background } = colors.light;
	const drawing = drawings[`../assets/${logo.icon}`] ?? "";
	const icon = drawing
		.replace(/(<svg[^>]*>)/, `$1<rect width="48" height="48" rx="8" fill="${background}"/>`)
		.replaceAll("currentColor", primary)
		.trim();
	return new Response(icon, { headers: { "Content-Type": "image/svg+xml" } });
};
