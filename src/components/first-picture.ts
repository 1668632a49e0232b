/**
 * Asks for a page's first picture by a header, which comes before the HTML: a browser reads it some 100 ms earlier than an
 * element of the head, and before it asks for the font. With `imagesrcset` Chromium waits for the page's `viewport`, so that the
 * width is that of the `<img>`.
 */

interface FirstPicture {
	src: string;
	/** Its widths, and the `sizes` of its place. */
	srcset?: string;
	sizes?: string;
}

/** Returns the value of the header `Link` that preloads a picture (RFC 8288; HTML, 4.6.7). */
export function firstPicture({ src, srcset, sizes }: FirstPicture): string {
	const widths = srcset ? `; imagesrcset="${srcset}"; imagesizes="${sizes}"` : "";
	return `<${src}>; rel=preload; as=image; fetchpriority=high${widths}`;
}
