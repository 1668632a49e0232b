/**
 * Keeps drawings out of the Worker. Astro makes a component of each SVG file that a page imports or a text refers to, with
 * all its lines, so that it can be drawn inline; our pages link to them, for which the address and the size are enough.
 */
import type { Plugin } from "vite";

/** A Vite plugin that shortens the modules of such drawings. */
export function contentPicturesPlugin(): Plugin {
	return {
		name: "content-pictures",
		transform: {
			filter: { id: /\.svg(\?.*\bastroContentImageFlag\b.*)?$/ },
			handler: (code) => linkedPicture(code),
		},
	};
}

/** Returns the module of a drawing with its address and size alone. */
export function linkedPicture(code: string): string {
	const props = /createSvgComponent\((\{.*\})\)/s.exec(code)?.[1];
	// Another version of Astro may have another form. Then the drawing is in the Worker as well.
	return props ? `export default ${JSON.stringify(JSON.parse(props).meta)};` : code;
}
