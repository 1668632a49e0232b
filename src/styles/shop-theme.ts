/**
 * A Tailwind plugin: the colours of shop.config.ts as custom properties. `theme("colors.light.*")`
 * are those of the light theme, for what looks the same in both, and `theme("fontFamily.text")` its fonts.
 */
import plugin from "tailwindcss/plugin";
import { colors, fonts } from "../config/config.ts";
import type { ThemeColors } from "../config/theme-colors.ts";

function colorProperties(theme: ThemeColors): Record<string, string> {
	const properties = Object.entries(theme).map(([name, color]) => [`--color-${name}`, color]);
	return Object.fromEntries(properties);
}

/** The colours as utilities: `text-primary`, `bg-base-200`. */
const themeColors = Object.fromEntries(
	Object.keys(colors.light).map((name) => [name, `var(--color-${name})`]),
);

/** Font names in the syntax of CSS: those with a space in quotes. */
const textFonts = fonts.text.map((name) => (/\s/.test(name) ? JSON.stringify(name) : name));

export default plugin(
	({ addBase }) =>
		addBase({
			":root": { "color-scheme": "light", ...colorProperties(colors.light) },
			"@media (prefers-color-scheme: dark)": {
				":root": { "color-scheme": "dark", ...colorProperties(colors.dark) },
			},
		}),
	{
		theme: {
			extend: { colors: { ...themeColors, light: colors.light }, fontFamily: { text: textFonts } },
		},
	},
);
