import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ThemeColors, themeColorNames } from "../../config/theme-colors.ts";
import { elementDefaults, shopColoured } from "./element-colours.ts";

const style = readFileSync(
	new URL("../../../.generated/widgets/style.css", import.meta.url),
	"utf8",
);
const theme = (color: string) =>
	Object.fromEntries(themeColorNames.map((name) => [name, color])) as ThemeColors;

test.each(elementDefaults)("the elements' stylesheet has %s", (css) => {
	expect(style).toContain(css);
});

test("no default colour of the elements stays but greys", () => {
	const css = shopColoured(style, { light: theme("#112233"), dark: theme("#ddeeff") });
	expect(new Set(css.match(/#[0-9a-f]{3,8}\b/g))).toEqual(
		new Set(["#112233", "#ddeeff", "#555", "#bbb", "#8883"]),
	);
});
