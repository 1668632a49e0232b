import { srcset } from "../../values/images.ts";

interface Props {
	/** `/images/{key}` */
	image: string;
	alt: string;
	/** Widths of the srcset in pixels, out of those that the image route supports. */
	widths: readonly number[];
	sizes: string;
	className?: string;
}

/** An uploaded image in several widths, the island version of components/ResponsiveImage.astro. */
export function ResponsiveImage({ image, alt, widths, sizes, className = "" }: Props) {
	return (
		<img
			src={`${image}?w=${widths.at(-1)}`}
			srcSet={srcset(image, widths)}
			sizes={sizes}
			width="640"
			height="640"
			alt={alt}
			loading="lazy"
			decoding="async"
			className={`board-image ${className}`}
		/>
	);
}
