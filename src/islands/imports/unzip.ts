/**
 * Takes the CSV file and the images out of a zip, in the browser: the Worker never has a zip in its memory, and the
 * images are made smaller before they are sent. Loaded with the first zip.
 */
import { type UnzipFileInfo, unzipSync } from "fflate";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/imports.ts";
import { maxImportBytes } from "../../shop/imports/imports.ts";
import {
	maxZipBytes,
	maxZipFiles,
	maxZipImageBytes,
	maxZipImages,
	maxZipNameLength,
} from "../../shop/imports/zip-images.ts";

const imageTypes: Record<string, string> = {
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
	gif: "image/gif",
	avif: "image/avif",
	heic: "image/heic",
};
const extensionOf = (name: string) => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** What a system adds to a zip by itself, and names that lead out of it. */
const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/)/.test(name);

const invalid = (message: string) => new ShopError("invalid", { message });
const inMegabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;

export interface OpenZip {
	/** The CSV file in it, if there is one. */
	csv: File | undefined;
	/** The names of its images. */
	names: string[];
	/** Unpacks an image. Throws ShopError `invalid`. */
	image(name: string): File;
}

/**
 * Opens a zip. Files are unpacked one by one, each into as many bytes as the zip says, so that what unpacks to more is
 * cut off. Throws ShopError `invalid`.
 */
export async function openZip(file: File): Promise<OpenZip> {
	if (file.size > maxZipBytes) throw invalid(texts.fileTooLarge(inMegabytes(maxZipBytes)));
	const zip = new Uint8Array(await file.arrayBuffer());
	const files = listFiles(zip);
	const csvFiles = files.filter(({ name }) => ["csv", "tsv", "txt"].includes(extensionOf(name)));
	if (csvFiles.length > 1) throw invalid(texts.zipWithCsvFiles);
	const images = files.filter(({ name }) => imageTypes[extensionOf(name)] !== undefined);
	if (images.length > maxZipImages) throw invalid(texts.zipWithImages(maxZipImages));
	if (images.some(({ name }) => name.length > maxZipNameLength))
		throw invalid(texts.zipNameTooLong(maxZipNameLength));
	const [csv] = csvFiles;
	return {
		csv: csv && unpack(zip, csv, maxImportBytes, "text/csv"),
		names: images.map(({ name }) => name),
		image: (name) => {
			const entry = images.find((image) => image.name === name);
			if (!entry) throw invalid(texts.notZip);
			return unpack(zip, entry, maxZipImageBytes, imageTypes[extensionOf(name)] ?? "");
		},
	};
}

function listFiles(zip: Uint8Array): UnzipFileInfo[] {
	const files: UnzipFileInfo[] = [];
	unzip(zip, (info) => {
		if (!info.name.endsWith("/") && !isHidden(info.name)) files.push(info);
		if (files.length > maxZipFiles) throw invalid(texts.zipWithFiles(maxZipFiles));
		return false;
	});
	return files;
}

function unpack(
	zip: Uint8Array,
	{ name, originalSize }: UnzipFileInfo,
	maxBytes: number,
	type: string,
): File {
	if (originalSize > maxBytes) throw invalid(texts.fileTooLarge(inMegabytes(maxBytes)));
	let isFound = false;
	// Takes only the first of several with this name: its size was checked.
	const isFirst = (info: UnzipFileInfo) => {
		if (isFound || info.name !== name) return false;
		isFound = true;
		return true;
	};
	const bytes = unzip(zip, isFirst)[name];
	if (!bytes) throw invalid(texts.notZip);
	return new File([new Uint8Array(bytes)], name.slice(name.lastIndexOf("/") + 1), { type });
}

function unzip(zip: Uint8Array, filter: (info: UnzipFileInfo) => boolean) {
	try {
		return unzipSync(zip, { filter });
	} catch (cause) {
		if (cause instanceof ShopError) throw cause;
		throw new ShopError("invalid", { message: texts.notZip, cause });
	}
}
