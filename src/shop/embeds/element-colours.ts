/** The elements' stylesheet has default colours (widgets/src/style.css): in the shop's own pages, the shop's. */
import type { ThemeColorName, ThemeColors } from "../../config/theme-colors.ts";

/** The defaults in the stylesheet, as built, by the colour of the shop that replaces them. */
export const elementDefaults: [css: string, color: ThemeColorName][] = [
	["light-dark(#f7f4ed,#1b1e21)", "base-100"],
	["light-dark(#d3ccbd,#444)", "base-300"],
	["light-dark(#24272b,#ece7dc)", "base-content"],
	["light-dark(#b5410b,#ff8a4c)", "primary"],
	["light-dark(#fff,#100)", "primary-content"],
];

/** Returns the stylesheet with the shop's colours instead of the defaults. */
export function shopColoured(
	style: string,
	{ light, dark }: { light: ThemeColors; dark: ThemeColors },
): string {
	return elementDefaults.reduce(
		(css, [defaults, name]) => css.replaceAll(defaults, `light-dark(${light[name]},${dark[name]})`),
		style,
	);
}
