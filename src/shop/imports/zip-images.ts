/** Images of an import that the browser has taken from a zip: a file names them as the zip does. */
import * as v from "valibot";
import { text } from "../../values/fields.ts";
import { imagePathPattern } from "../../values/images.ts";

/** The largest zip, in bytes, the most files and images in it, and the largest image when it is unpacked. */
export const maxZipBytes = 200 * 1024 * 1024;
export const maxZipFiles = 2000;
export const maxZipImages = 300;
export const maxZipImageBytes = 25 * 1024 * 1024;

/** The form field that carries what became of a zip's images, as JSON. */
export const zipImagesField = "images";

/** The longest name of an image, with its folders, and the longest text of what is wrong with it. */
export const maxZipNameLength = 200;
export const maxProblemLength = 200;

/** The most bytes of that field: of each image two texts in UTF-8, its path and the keys. */
export const maxZipFieldBytes = maxZipImages * (3 * (maxZipNameLength + maxProblemLength) + 128);

/** An image by its name in the zip: its path once it is uploaded, or why it was not. */
const zipImageSchema = v.object({
	name: v.pipe(v.string(), v.minLength(1), v.maxLength(maxZipNameLength)),
	path: v.exactOptional(v.pipe(v.string(), v.regex(imagePathPattern))),
	problem: v.optional(text(maxProblemLength), ""),
});
export type ZipImage = v.InferOutput<typeof zipImageSchema>;

export const zipImagesSchema = v.pipe(v.array(zipImageSchema), v.maxLength(maxZipImages));

/** The part of a name after its folders. */
const baseName = (name: string) =>
	name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Finds images by name, without regard to case, and without its folders if only one image has it. */
export class ZipNames {
	readonly #images = new Map<string, ZipImage>();
	/** Names with spaces, which also separate names; the longest first. */
	readonly #spaced: [pattern: RegExp, image: ZipImage][];

	constructor(images: readonly ZipImage[]) {
		const counts = new Map<string, number>();
		for (const { name } of images) {
			const base = baseName(name).toLowerCase();
			counts.set(base, (counts.get(base) ?? 0) + 1);
		}
		for (const image of images) {
			const base = baseName(image.name).toLowerCase();
			if (counts.get(base) === 1) this.#images.set(base, image);
			this.#images.set(image.name.toLowerCase(), image);
		}
		this.#spaced = [...this.#images]
			.filter(([name]) => /\s/.test(name))
			.toSorted(([one], [other]) => other.length - one.length)
			.map(([name, image]) => [
				new RegExp(`(?<=^|\\s)${escapePattern(name)}(?=\\s|$)`, "gi"),
				image,
			]);
	}

	/** Whether there are none. */
	get isEmpty(): boolean {
		return this.#images.size === 0;
	}

	/** Returns a cell with paths instead of names, and what is wrong with the images that it names. */
	resolve(cell: string): { cell: string; problems: string[] } {
		const problems: string[] = [];
		const pathOf = (image: ZipImage, text: string) => {
			if (image.path !== undefined) return image.path;
			problems.push(`${image.name}: ${image.problem}`);
			return text.replaceAll(/\s/g, "_");
		};
		let resolved = cell;
		for (const [pattern, image] of this.#spaced)
			resolved = resolved.replace(pattern, (text) => pathOf(image, text));
		const words = resolved
			.split(/\s/)
			.filter(Boolean)
			.map((word) => {
				const image = this.#images.get(word.toLowerCase());
				return image ? pathOf(image, word) : word;
			});
		return { cell: words.join(" "), problems };
	}
}
