/** Which drawing a standard has. */

/**
 * Returns what `find` returns for a standard's drawing. Standards that look alike share one, which is named as
 * they begin: that of `mineral-shimano` and `mineral-magura` is `mineral`.
 */
export function standardDrawingOf<Found>(
	dimension: string,
	standard: string,
	find: (name: string) => Found | undefined,
): Found | undefined {
	const own = find(`standards/${dimension}_${standard}`);
	const shorter = standard.replace(/-?[^-]+$/, "");
	return own ?? (shorter ? standardDrawingOf(dimension, shorter, find) : undefined);
}
