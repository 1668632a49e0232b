import { zipSync } from "fflate";
import { expect, it } from "vitest";
import * as texts from "../../messages/imports.ts";
import { maxZipImageBytes, maxZipImages, maxZipNameLength } from "../../shop/imports/zip-images.ts";
import { openZip } from "./unzip.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const zipOf = (files: Record<string, Uint8Array>) =>
	new File([new Uint8Array(zipSync(files))], "a.zip");

it("finds the CSV file and the images in any folder, and nothing that is hidden or outside", async () => {
	const zip = await openZip(
		zipOf({
			"tools/tools.csv": bytes("Name\nSaw"),
			"tools/photos/saw.jpg": bytes("an image"),
			"b/up.png": bytes("another"),
			"../out.png": bytes("x"),
			"tools/readme.pdf": bytes("x"),
			"__MACOSX/tools/._saw.jpg": bytes("x"),
			"tools/.DS_Store": bytes("x"),
		}),
	);
	expect(await zip.csv?.text()).toBe("Name\nSaw");
	expect(zip.names).toEqual(["tools/photos/saw.jpg", "b/up.png"]);
	const image = zip.image("tools/photos/saw.jpg");
	expect([image.name, image.type, await image.text()]).toEqual([
		"saw.jpg",
		"image/jpeg",
		"an image",
	]);
});

it("rejects what is no zip, has two CSV files or too many images", async () => {
	await expect(openZip(new File(["no zip"], "a.zip"))).rejects.toThrow(texts.notZip);
	const twice = zipOf({ "a.csv": bytes("x"), "b.csv": bytes("x") });
	await expect(openZip(twice)).rejects.toThrow(texts.zipWithCsvFiles);
	const many = Array.from({ length: maxZipImages + 1 }, (_, n) => [`${n}.jpg`, bytes("x")]);
	await expect(openZip(zipOf(Object.fromEntries(many)))).rejects.toThrow(
		texts.zipWithImages(maxZipImages),
	);
});

it("rejects an image whose name the shop does not store", async () => {
	const zip = zipOf({
		"tools.csv": bytes("x"),
		[`${"n".repeat(maxZipNameLength)}.jpg`]: bytes("x"),
	});
	await expect(openZip(zip)).rejects.toThrow(texts.zipNameTooLong(maxZipNameLength));
});

it("unpacks the first of two images with the same name, and leaves the other packed", async () => {
	const zip = zipSync({ "a.png": bytes("first"), "b.png": new Uint8Array(maxZipImageBytes + 1) });
	const view = new DataView(zip.buffer);
	const directory = view.getUint32(zip.length - 22 + 16, true);
	const entryBytes = 46 + "a.png".length;
	zip[directory + entryBytes + 46] = "a".charCodeAt(0);
	const opened = await openZip(new File([new Uint8Array(zip)], "a.zip"));
	expect(opened.names).toEqual(["a.png", "a.png"]);
	expect(await opened.image("a.png").text()).toBe("first");
});

it("unpacks no image that is too large, or larger than it says", async () => {
	const large = await openZip(zipOf({ "bomb.png": new Uint8Array(maxZipImageBytes + 1) }));
	expect(() => large.image("bomb.png")).toThrow(texts.fileTooLarge("25 MB"));
	const zip = zipSync({ "bomb.png": new Uint8Array(100_000) });
	// The sizes in the central directory, by which a zip is unpacked.
	const view = new DataView(zip.buffer);
	const directory = view.getUint32(zip.length - 22 + 16, true);
	view.setUint32(directory + 24, 10, true);
	const lying = await openZip(new File([new Uint8Array(zip)], "a.zip"));
	expect(lying.image("bomb.png").size).toBe(10);
});
