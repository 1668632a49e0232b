interface Props {
	/** `/images/{key}` */
	image: string;
	alt: string;
	/** Widths offered, in pixels, of those the picture route lists. */
	widths: readonly number[];
	sizes: string;
	className?: string;
}

/** A picture from the shop's store inside an island: components/ResponsiveImage.astro's counterpart. */
export function ResponsiveImage({ image, alt, widths, sizes, className = "" }: Props) {
	return (
		<img
			src={`${image}?w=${widths.at(-1)}`}
			srcSet={widths.map((width) => `${image}?w=${width} ${width}w`).join(", ")}
			sizes={sizes}
			width="640"
			height="640"
			alt={alt}
			loading="lazy"
			decoding="async"
			className={`board-picture ${className}`}
		/>
	);
}
