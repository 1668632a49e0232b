/** The relative luminance of colours (WCAG 2.2). */

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Returns the channels of a colour such as `#b5410b`. */
export function parseHex(color: string): Rgb {
	const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255;
	return [channel(1), channel(3), channel(5)];
}

/** Returns the relative luminance of a colour such as `#b5410b`, from 0 to 1. */
export const luminanceOf = (color: string): number => luminance(parseHex(color));

/** Returns the relative luminance of a colour, from 0 to 1. */
export function luminance(color: Rgb): number {
	const [red, green, blue] = toLinear(color);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns a colour with each channel changed. */
export function map([a, b, c]: Rgb, change: (value: number) => number): Rgb {
	return [change(a), change(b), change(c)];
}

/** Returns the linear light of a colour's channels. */
export const toLinear = (color: Rgb): Rgb =>
	map(color, (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
