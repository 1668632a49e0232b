declare module "subset-font" {
	/** Returns the font with only the characters of `text`. */
	export default function subsetFont(
		font: Uint8Array,
		text: string,
		options: {
			targetFormat: "woff2" | "woff" | "sfnt";
			/** The OpenType features to keep; all if absent. */
			keepFeatures?: readonly string[];
			noHinting?: boolean;
		},
	): Promise<Uint8Array>;
}
