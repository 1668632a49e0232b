import { expect, it } from "vitest";
import { contrastErrors } from "./contrast.ts";
import type { ThemeColorName, ThemeColors } from "./theme-colors.ts";

/** A theme with enough contrast. */
const theme: ThemeColors = {
	"base-100": "#f7f4ed",
	"base-200": "#ebe6db",
	"base-300": "#d3ccbd",
	"base-content": "#24272b",
	primary: "#b5410b",
	"primary-content": "#fffaf5",
	secondary: "#4a5057",
	"secondary-content": "#f7f4ed",
	accent: "#e2571b",
	"accent-content": "#1d0c03",
	neutral: "#24272b",
	"neutral-content": "#f7f4ed",
	info: "#1f5c86",
	"info-content": "#f5faff",
	success: "#1d6540",
	"success-content": "#f3fbf6",
	warning: "#7d5600",
	"warning-content": "#fffaf0",
	error: "#ad1136",
	"error-content": "#fff5f7",
};
const names = Object.keys(theme) as ThemeColorName[];

const errorsWith = (name: ThemeColorName, color: string) =>
	contrastErrors({ ...theme, [name]: color }).map((error) => `${error.name} ${error.message}`);

it("a theme with enough contrast has no errors", () => {
	expect(contrastErrors(theme)).toEqual([]);
});

it("black on white has enough contrast, white on white has 1", () => {
	const isLight = (name: string) => /^base-\d|.-content$/.test(name);
	const blackAndWhite = Object.fromEntries(
		names.map((name) => [name, isLight(name) ? "#ffffff" : "#000000"]),
	) as ThemeColors;
	expect(contrastErrors({ ...blackAndWhite, "base-content": "#000000" })).toEqual([]);
	const errors = contrastErrors({ ...blackAndWhite, "base-content": "#ffffff" });
	expect(errors.map(({ name, message }) => `${name} ${message}`)).toEqual([
		"base-content has a contrast of 1 with base-100, below 4.5",
		"base-content has a contrast of 1 with base-200, below 4.5",
		"base-content has a contrast of 1 with base-300, below 4.5",
		"base-content has a contrast of 1 with base-100, below 4.5 (quiet text)",
		"base-content has a contrast of 1 with base-200, below 4.5 (quiet text)",
		"base-content has a contrast of 1 with base-100, below 3 (the border of a field)",
	]);
});

it("a colour that is too light or too dark is named, with its background and its contrast", async () => {
	const colors = ["#ffffff", "#000000", "#8a8a8a", "#b06a4a", "#04c8e6"];
	const text = names
		.flatMap((name) => colors.map((color) => [`${name} ${color}`, ...errorsWith(name, color)]))
		.map((lines) => lines.join("\n  "))
		.join("\n");
	await expect(`${text}\n`).toMatchFileSnapshot("contrast.snap.txt");
});
