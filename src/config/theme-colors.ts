/** The colours of a theme, by daisyUI's names (daisyUI docs: Themes). */
export const themeColorNames = [
	"base-100",
	"base-200",
	"base-300",
	"base-content",
	"primary",
	"primary-content",
	"secondary",
	"secondary-content",
	"accent",
	"accent-content",
	"neutral",
	"neutral-content",
	"info",
	"info-content",
	"success",
	"success-content",
	"warning",
	"warning-content",
	"error",
	"error-content",
] as const;

export type ThemeColorName = (typeof themeColorNames)[number];
export type ThemeColors = Record<ThemeColorName, string>;
