/** Uploads what an administrator has chosen to import: a CSV file, a zip with one, or both. */

import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/imports.ts";
import { maxProblemLength, type ZipImage } from "../../shop/imports/zip-images.ts";
import { shrinkImage, uploadImage } from "../ui/image-upload.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { errorMessage } from "../ui/useSend.ts";
import type { OpenZip } from "./unzip.ts";
import { uploadFile } from "./upload-file.ts";

/** How many images are uploaded at the same time. */
const atOnce = 3;

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || type === "application/zip";

/**
 * Uploads the files and returns the id of the import. Images go first, one call each, as those of a form do.
 * `onProgress` receives how many are done. Throws as `call` does, and `invalid` for files that can't be imported.
 */
export async function uploadChosen(
	files: readonly File[],
	onProgress: (done: number, of: number) => void,
): Promise<string> {
	const [zips, others] = [files.filter(isZip), files.filter((file) => !isZip(file))];
	const [zip] = zips;
	const invalid = (message: string) => new ShopError("invalid", { message });
	if (zips.length > 1 || others.length > 1) throw invalid(texts.zipTwice);
	const [csv] = others;
	if (!zip) {
		if (!csv) throw invalid(texts.fileRequired);
		return uploadFile(csv);
	}
	const { openZip } = await importChunk(() => import("./unzip.ts"));
	const opened = await openZip(zip);
	if (csv && opened.csv) throw invalid(texts.zipWithCsvFiles);
	const file = csv ?? opened.csv;
	if (!file) throw invalid(texts.zipWithoutCsv);
	return uploadFile(file, await uploadImages(opened, onProgress));
}

/** Uploads the images of a zip. One that is wrong has a problem, which its lines show; any other failure ends it. */
async function uploadImages(
	{ names, image }: OpenZip,
	onProgress: (done: number, of: number) => void,
): Promise<ZipImage[]> {
	const results: ZipImage[] = [];
	const queue = names.values();
	const stop = new AbortController();
	const work = async () => {
		for (const name of queue) {
			results.push(await uploadOne(name, image, stop.signal));
			onProgress(results.length, names.length);
		}
	};
	onProgress(0, names.length);
	try {
		await Promise.all(Array.from({ length: atOnce }, work));
	} catch (error) {
		stop.abort(error);
		throw error;
	}
	return results;
}

async function uploadOne(
	name: string,
	unpack: (name: string) => File,
	signal: AbortSignal,
): Promise<ZipImage> {
	try {
		const file = await shrinkImage(unpack(name));
		return { name, path: await uploadImage(file, () => undefined, signal), problem: "" };
	} catch (error) {
		const isWrong =
			error instanceof ShopError &&
			["invalid", "too_large", "unsupported_media"].includes(error.code);
		if (!isWrong) throw error;
		const [message = errorMessage(error)] = Object.values(error.fields ?? {});
		return { name, problem: message.slice(0, maxProblemLength) };
	}
}
