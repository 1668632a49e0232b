/** Astro's images, as they are: a page links to the file, which has a hash in its name and needs no service. */
import type { ExternalImageService } from "astro";
import { baseService } from "astro/assets";

const service: ExternalImageService = {
	getURL: ({ src }) => (typeof src === "string" ? src : src.src),
	...(baseService.getHTMLAttributes && { getHTMLAttributes: baseService.getHTMLAttributes }),
};

export default service;
