/** The slides of the home page's carousel, with their images' URLs and sizes: local/slide-images.ts writes these files. */
import type { ImageMetadata } from "astro";
import { home } from "../../config/config.ts";

const images = import.meta.glob<ImageMetadata>("../../../.generated/slides/*.avif", {
	import: "default",
	eager: true,
});

export const slides = home.slides.flatMap((slide) => {
	// The build has checked that there is one.
	const image = images[`../../../.generated/slides/${slide.image}.avif`];
	return image ? [{ ...slide, image }] : [];
});
