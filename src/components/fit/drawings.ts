/** The URLs of the drawings of My bike, in src/assets/fit. */
const urls = import.meta.glob<string>("../../assets/fit/**/*.svg", {
	query: "?url&no-inline",
	import: "default",
	eager: true,
});

/** Returns the URL of a drawing, such as `kinds/road`. */
export function drawing(name: string): string | undefined {
	return urls[`../../assets/fit/${name}.svg`];
}

/**
 * Returns the URL of a standard's drawing. Standards that look alike share one, which is named as they begin:
 * those of `mineral-shimano` and `mineral-magura` are `mineral`.
 */
export function standardDrawing(dimension: string, standard: string): string | undefined {
	const own = drawing(`standards/${dimension}_${standard}`);
	const shorter = standard.replace(/-?[^-]+$/, "");
	return own ?? (shorter ? standardDrawing(dimension, shorter) : undefined);
}
