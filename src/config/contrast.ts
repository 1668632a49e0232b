/** The contrasts that the themes need (WCAG 2.2, 1.4.3 and 1.4.11). */
import { luminance, map, parseHex, type Rgb, toLinear } from "./luminance.ts";
import type { ThemeColorName as ColorName, ThemeColors } from "./theme-colors.ts";

interface ContrastError {
	name: ColorName;
	message: string;
}

/** Minimum contrasts: of text, and of what shows a control or its state. */
const minContrast = { text: 4.5, control: 3 } as const;

/** Colours of text, with the backgrounds that it stands on. */
const textPairs: [ColorName, ColorName[]][] = [
	["base-content", ["base-100", "base-200", "base-300"]],
	["primary-content", ["primary"]],
	["secondary-content", ["secondary"]],
	["accent-content", ["accent"]],
	["neutral-content", ["neutral"]],
	["info-content", ["info"]],
	["success-content", ["success"]],
	["warning-content", ["warning"]],
	["error-content", ["error"]],
	// Links, prices, messages and toasts.
	["primary", ["base-100", "base-200"]],
	["success", ["base-100"]],
	["error", ["base-100"]],
];

/** The focus ring, and filled buttons. */
const controlPairs: [ColorName, ColorName[]][] = [
	["primary", ["base-100", "base-200"]],
	["neutral", ["base-100"]],
];

/** The share of base-content in what is mixed with a background: quiet text and the borders of fields. */
const mixed = [
	{ what: "quiet text", share: 0.76, min: minContrast.text, backgrounds: ["base-100", "base-200"] },
	{
		what: "the border of a field",
		share: 0.55,
		min: minContrast.control,
		backgrounds: ["base-100"],
	},
] as const;

/** Returns the contrasts that are too low, each with the name of the colour to change. */
export function contrastErrors(theme: ThemeColors): ContrastError[] {
	const pairs = [
		...textPairs.map((pair) => [...pair, minContrast.text] as const),
		...controlPairs.map((pair) => [...pair, minContrast.control] as const),
	];
	return [
		...pairs.flatMap(([name, backgrounds, min]) =>
			backgrounds.flatMap((background): ContrastError[] => {
				const ratio = contrast(parseHex(theme[name]), parseHex(theme[background]));
				return ratio < min ? [{ name, message: tooLow(ratio, min, background) }] : [];
			}),
		),
		...mixed.flatMap(({ what, share, min, backgrounds }) =>
			backgrounds.flatMap((background): ContrastError[] => {
				const name: ColorName = "base-content";
				const color = mixInOklab(parseHex(theme[name]), parseHex(theme["base-100"]), share);
				const ratio = contrast(color, parseHex(theme[background]));
				return ratio < min
					? [{ name, message: `${tooLow(ratio, min, background)} (${what})` }]
					: [];
			}),
		),
	];
}

function tooLow(ratio: number, min: number, background: ColorName): string {
	// Rounded down, so that 4.49 does not read 4.5.
	return `has a contrast of ${Math.floor(ratio * 100) / 100} with ${background}, below ${min}`;
}

/** WCAG 2.2: contrast ratio. */
function contrast(a: Rgb, b: Rgb): number {
	const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
	return (high + 0.05) / (low + 0.05);
}

const fromLinear = (color: Rgb): Rgb =>
	map(color, (value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));

type Matrix = readonly [Rgb, Rgb, Rgb];

// CSS Color Module Level 4, sample code for OKLab: linear sRGB to cone responses, these to OKLab, and back.
const rgbToLms: Matrix = [
	[0.4122214708, 0.5363325363, 0.0514459929],
	[0.2119034982, 0.6806995451, 0.1073969566],
	[0.0883024619, 0.2817188376, 0.6299787005],
];
const lmsToRgb: Matrix = [
	[4.0767416621, -3.3077115913, 0.2309699292],
	[-1.2684380046, 2.6097574011, -0.3413193965],
	[-0.0041960863, -0.7034186147, 1.707614701],
];

function multiply(matrix: Matrix, [a, b, c]: Rgb): Rgb {
	const row = ([x, y, z]: Rgb) => x * a + y * b + z * c;
	return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/**
 * `color-mix(in oklab, one share, other)`. OKLab is linear in the cube roots of the cone responses, so
 * these are mixed.
 */
function mixInOklab(one: Rgb, other: Rgb, share: number): Rgb {
	const roots = (color: Rgb) => map(multiply(rgbToLms, toLinear(color)), Math.cbrt);
	const [a, b] = [roots(one), roots(other)];
	const mix = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share);
	const rgb = multiply(
		lmsToRgb,
		map([mix(0), mix(1), mix(2)], (root) => root ** 3),
	);
	return map(fromLinear(rgb), (value) => Math.min(1, Math.max(0, value)));
}
