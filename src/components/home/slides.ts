/** The slides of the home page's carousel, with their images' URLs and sizes. */
import type { ImageMetadata } from "astro";
import { home } from "../../config/config.ts";

const images = import.meta.glob<ImageMetadata>("../../assets/slides/*", {
	import: "default",
	eager: true,
});

export const slides = home.slides.flatMap((slide) => {
	// The build has checked that there is one.
	const image = images[`../../assets/slides/${slide.image}`];
	return image ? [{ ...slide, image }] : [];
});
