declare module "subset-font" {
	/** The font with only the characters of `text`. */
	export default function subsetFont(
		font: Uint8Array,
		text: string,
		options: {
			targetFormat: "woff2" | "woff" | "sfnt";
			/** OpenType features that stay; without it all do. */
			keepFeatures?: readonly string[];
			noHinting?: boolean;
		},
	): Promise<Uint8Array>;
}
