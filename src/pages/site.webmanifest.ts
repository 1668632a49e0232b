/** The shop on a home screen: its name, colours and icons (W3C, Web Application Manifest). */
import type { APIRoute } from "astro";
import { colors, name, tagline } from "../config/config.ts";
import { textLanguage } from "../config/language.ts";
import { sitePaths } from "../paths/site.ts";
import { iconPaths } from "../shop/feeds/feeds.ts";

export const prerender = true;

const { "base-100": background } = colors.light;
const png = { type: "image/png", purpose: "any" };

const manifest = {
	name,
	short_name: name,
	description: tagline,
	lang: textLanguage,
	id: sitePaths.home,
	start_url: sitePaths.home,
	scope: sitePaths.home,
	// With its address and Back: a payment and Google lead to other sites and return.
	display: "browser",
	background_color: background,
	theme_color: background,
	icons: [
		{ src: iconPaths.small, sizes: "192x192", ...png },
		{ src: iconPaths.large, sizes: "512x512", ...png },
		{ src: iconPaths.maskable, sizes: "512x512", ...png, purpose: "maskable" },
		{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
	],
};

export const GET: APIRoute = () =>
	new Response(JSON.stringify(manifest), {
		headers: { "Content-Type": "application/manifest+json" },
	});
