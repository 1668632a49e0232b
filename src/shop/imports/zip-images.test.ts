import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
	maxProblemLength,
	maxZipFieldBytes,
	maxZipImages,
	maxZipNameLength,
	ZipNames,
	zipImagesSchema,
} from "./zip-images.ts";

const path = (letter: string) => `/images/${letter.repeat(32)}`;
const names = new ZipNames([
	{ name: "photos/Saw.jpg", path: path("a"), problem: "" },
	{ name: "front/wrench.png", path: path("b"), problem: "" },
	{ name: "back/wrench.png", path: path("c"), problem: "" },
	{ name: "chain whip 2.webp", path: path("d"), problem: "" },
	{ name: "broken.jpg", problem: "The image can't be read." },
]);

describe("a cell's images", () => {
	it.each([
		["saw.JPG", path("a")],
		["photos/saw.jpg", path("a")],
		["saw.jpg\n  front/wrench.png", `${path("a")} ${path("b")}`],
		["Chain Whip 2.webp saw.jpg", `${path("d")} ${path("a")}`],
		[`${path("e")} https://shop.example/saw.jpg`, `${path("e")} https://shop.example/saw.jpg`],
		["", ""],
	])("%j are %s", (cell, expected) => {
		expect(names.resolve(cell)).toEqual({ cell: expected, problems: [] });
	});

	it("stay as they are if the zip does not have them, or has two with that name", () => {
		expect(names.resolve("other.jpg wrench.png").cell).toBe("other.jpg wrench.png");
	});

	it("that were not uploaded say why", () => {
		expect(names.resolve("saw.jpg broken.jpg")).toEqual({
			cell: `${path("a")} broken.jpg`,
			problems: ["broken.jpg: The image can't be read."],
		});
	});
});

describe("an image with spaces in its name", () => {
	const spaced = new ZipNames([
		{ name: "whip 2.webp", path: path("e"), problem: "" },
		{ name: "chain whip 2.webp", path: path("d"), problem: "" },
		{ name: "torn one.jpg", problem: "The image can't be read." },
	]);

	it("is found by its whole name", () => {
		expect(spaced.resolve("chain whip 2.webp whip 2.webp").cell).toBe(`${path("d")} ${path("e")}`);
	});

	it("stays one name if it was not uploaded", () => {
		expect(spaced.resolve("torn one.jpg")).toEqual({
			cell: "torn_one.jpg",
			problems: ["torn one.jpg: The image can't be read."],
		});
	});
});

it.each([`${path("a")}b`, `https://evil.example${path("a")}`, "/images/a", ""])(
	"%j is no path of an image",
	(wrong) => {
		expect(v.is(zipImagesSchema, [{ name: "a.jpg", path: wrong }])).toBe(false);
	},
);

it("an image may have neither a path nor a problem", () => {
	expect(v.parse(zipImagesSchema, [{ name: "a.jpg" }])).toEqual([{ name: "a.jpg", problem: "" }]);
});

it("has a field that holds as many images as a zip may have, whatever they are called", () => {
	const image = {
		name: "図".repeat(maxZipNameLength),
		path: path("a"),
		problem: "悪".repeat(maxProblemLength),
	};
	const text = JSON.stringify(Array.from({ length: maxZipImages }, () => image));
	expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(maxZipFieldBytes);
	expect(v.is(zipImagesSchema, JSON.parse(text))).toBe(true);
});
