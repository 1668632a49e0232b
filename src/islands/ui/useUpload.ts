import { useEffect, useRef, useState } from "react";
import { ShopError } from "../../http/errors.ts";
import { uploadField } from "../../shop/images/images.ts";
import { signsInAgain, wordsOf } from "./useSend.ts";

interface Uploading {
	/** Told the address once a picture is stored. */
	onStored: (address: string) => void;
	onBusy: ((busy: boolean) => void) | undefined;
}

/** A picture of this browser's own: shown before the shop has it, and then instead of fetching it. */
interface Preview {
	url: string;
	/** Where the shop keeps it, once it does. */
	address?: string;
}

function wordsFor(error: unknown): string {
	const field = error instanceof ShopError ? error.fields?.[uploadField] : undefined;
	return field ?? wordsOf(error);
}

/** One picture at a time on its way: a new one or `cancel` ends the last, as does leaving the form. */
export function useUpload({ onStored, onBusy }: Uploading) {
	/** How much has been sent, from 0 to 1; undefined where nothing is on its way. */
	const [fraction, setFraction] = useState<number>();
	const [failure, setFailure] = useState<string>();
	const [preview, setPreview] = useState<Preview>();
	const file = useRef<File>(undefined);
	const running = useRef<AbortController>(undefined);

	useEffect(() => () => running.current?.abort(), []);

	const url = preview?.url;
	useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);

	const settle = (words?: string) => {
		running.current = undefined;
		setFraction(undefined);
		setFailure(words);
		onBusy?.(false);
	};

	const start = async (chosen: File) => {
		running.current?.abort();
		const mine = new AbortController();
		running.current = mine;
		file.current = chosen;
		setFraction(0);
		setFailure(undefined);
		setPreview(undefined);
		onBusy?.(true);
		const superseded = () => running.current !== mine || mine.signal.aborted;
		try {
			// Fetched with the first picture: most who open a form never choose one.
			const { shrinkPicture, uploadPicture } = await import("./upload.ts");
			const picture = await shrinkPicture(chosen);
			if (superseded()) return;
			const url = URL.createObjectURL(picture);
			setPreview({ url });
			const address = await uploadPicture(picture, setFraction, mine.signal);
			if (superseded()) return;
			setPreview({ url, address });
			settle();
			onStored(address);
		} catch (error) {
			if (superseded() || signsInAgain(error)) return;
			settle(wordsFor(error));
		}
	};

	return {
		fraction,
		failure,
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
			settle();
		},
	};
}
