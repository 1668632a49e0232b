/**
 * Asks for a page's first picture by a header, which comes before the HTML: a browser reads it some 100 ms earlier than an
 * element of the head, and before it asks for the font. With `imagesrcset` Chromium waits for the page's `viewport`, so that the
 * width is that of the `<img>` (HTML, 4.2.7 and 7.10.4).
 */
interface FirstPicture {
	src: string;
	/** Its widths, and the `sizes` of its place. */
	srcset?: string;
	sizes?: string;
}

/** The value of the header `Link` for it (RFC 8288). */
export function firstPicture({ src, srcset, sizes }: FirstPicture): string {
	const widths = srcset ? `; imagesrcset="${srcset}"; imagesizes="${sizes}"` : "";
	return `<${src}>; rel=preload; as=image; fetchpriority=high${widths}`;
}
