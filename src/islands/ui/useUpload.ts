import { useEffect, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { uploadField } from "../../values/images.ts";
import { importChunk } from "./import-chunk.ts";
import { errorMessage, redirectIfSignedOut } from "./useSend.ts";

interface UploadOptions {
	/** Called with the image's path once it is stored. */
	onUploaded: (imageUrl: string) => void;
	onBusy: ((busy: boolean) => void) | undefined;
}

/** A preview of the local file, shown during and after the upload instead of fetching the image. */
interface Preview {
	objectUrl: string;
	/** The image's path once it is uploaded. */
	imageUrl?: string;
}

function uploadErrorMessage(error: unknown): string {
	const field = error instanceof ShopError ? error.fields?.[uploadField] : undefined;
	return field ?? errorMessage(error);
}

/** Uploads one image at a time. A new one, `cancel` and unmounting abort the current upload. */
export function useUpload({ onUploaded, onBusy }: UploadOptions) {
	/** The fraction sent, from 0 to 1; undefined without an upload. */
	const [fraction, setFraction] = useState<number>();
	const [uploadError, setUploadError] = useState<string>();
	const [preview, setPreview] = useState<Preview>();
	const file = useRef<File>(undefined);
	const running = useRef<AbortController>(undefined);

	useEffect(() => () => running.current?.abort(), []);

	const objectUrl = preview?.objectUrl;
	useEffect(
		() => () => (objectUrl === undefined ? undefined : URL.revokeObjectURL(objectUrl)),
		[objectUrl],
	);

	const finish = (message?: string) => {
		running.current = undefined;
		setFraction(undefined);
		setUploadError(message);
		onBusy?.(false);
	};

	const start = async (newFile: File) => {
		running.current?.abort();
		const controller = new AbortController();
		running.current = controller;
		file.current = newFile;
		setFraction(0);
		setUploadError(undefined);
		setPreview(undefined);
		onBusy?.(true);
		const isSuperseded = () => running.current !== controller || controller.signal.aborted;
		try {
			// Loaded with the first image, because most visits choose none.
			const { shrinkImage, uploadImage } = await importChunk(() => import("./image-upload.ts"));
			const image = await shrinkImage(newFile);
			if (isSuperseded()) return;
			const objectUrl = URL.createObjectURL(image);
			setPreview({ objectUrl });
			const imageUrl = await uploadImage(image, setFraction, controller.signal);
			if (isSuperseded()) return;
			setPreview({ objectUrl, imageUrl });
			finish();
			onUploaded(imageUrl);
		} catch (error) {
			if (isSuperseded() || redirectIfSignedOut(error)) return;
			finish(uploadErrorMessage(error));
		}
	};

	return {
		fraction,
		uploadError,
		preview,
		start,
		/** Sends the last file again. */
		retry: () => {
			if (file.current) void start(file.current);
		},
		/** Aborts the upload and clears its error. */
		cancel: () => {
			running.current?.abort();
			setPreview(undefined);
			finish();
		},
	};
}
