import { useEffect, useRef, useState } from "react";
import { ShopError } from "../../shop/errors.ts";
import { uploadField } from "../../shop/images/images.ts";
import { errorMessage, redirectIfSignedOut } from "./useSend.ts";

interface UploadOptions {
	/** Told the address once a picture is stored. */
	onUploaded: (imageUrl: string) => void;
	onBusy: ((busy: boolean) => void) | undefined;
}

/** A picture of this browser's own: shown before the shop has it, and then instead of fetching it. */
interface Preview {
	objectUrl: string;
	/** Where the shop keeps it, once it does. */
	imageUrl?: string;
}

function uploadErrorMessage(error: unknown): string {
	const field = error instanceof ShopError ? error.fields?.[uploadField] : undefined;
	return field ?? errorMessage(error);
}

/** One picture at a time on its way: a new one or `cancel` ends the last, as does leaving the form. */
export function useUpload({ onUploaded, onBusy }: UploadOptions) {
	/** How much has been sent, from 0 to 1; undefined where nothing is on its way. */
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
			// Fetched with the first picture: most who open a form never choose one.
			const { shrinkImage, uploadImage } = await import("./image-upload.ts");
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
		failure: uploadError,
		preview,
		start,
		/** Sends the last file again. */
		retry: () => {
			if (file.current) void start(file.current);
		},
		/** Ends what is on its way, and forgets what went wrong. */
		cancel: () => {
			running.current?.abort();
			setPreview(undefined);
			finish();
		},
	};
}
