declare module "subset-font" {
	/** Returns the font with only the characters of `text`. */
	export default function subsetFont(
		font: Uint8Array,
		text: string,
		options: {
			targetFormat: "woff2" | "woff" | "truetype";
			/** The OpenType features to keep; all if absent. */
			keepFeatures?: readonly string[];
			noHinting?: boolean;
			/** The values of a variable font's axes, which it has no longer then. */
			variationAxes?: Record<string, number>;
		},
	): Promise<Uint8Array>;
}
