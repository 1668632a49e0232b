import { type Ref, useEffect, useId, useRef } from "react";
import * as messages from "../../messages.ts";
import { type ImageWidth, uploadTypes } from "../../shop/images/images.ts";
import { FieldError } from "./Field.tsx";
import { useUpload } from "./useUpload.ts";

interface Props {
	label: string;
	required?: boolean;
	/** What is wrong with it, shown beside it. */
	error: string | undefined;
	/** `/images/{key}`, or nothing yet. */
	value: string | undefined;
	onChange: (value: string | undefined) => void;
	/** Told when a picture is on its way and when it no longer is: meanwhile the form should wait. */
	onBusy?: (busy: boolean) => void;
	onBlur?: () => void;
	/** So that a form can focus what is missing. */
	ref?: Ref<HTMLInputElement>;
}

/** How wide and high the preview is, in pixels. */
const previewSize = 160 satisfies ImageWidth;

/**
 * A picture to choose or drop: uploaded at once, shown, to be replaced or removed. A failed upload
 * keeps the picture there was and everything else in the form.
 */
export function ImageField({
	label,
	required,
	error,
	value,
	onChange,
	onBusy,
	onBlur,
	ref,
}: Props) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const {
		fraction,
		failure: uploadError,
		preview,
		start,
		retry,
		cancel,
	} = useUpload({
		onUploaded: onChange,
		onBusy,
	});
	const busy = fraction !== undefined;

	const uploadChosen = () => {
		const [file] = input.current?.files ?? [];
		if (file) void start(file);
	};

	// A file chosen before the island came alive waits in the input.
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes alive
	useEffect(uploadChosen, []);

	useEffect(() => {
		// The name of a file that was removed, refused or sent with the last form must not stay.
		if (!value && !busy && input.current) input.current.value = "";
	}, [value, busy]);

	const cancelUpload = () => {
		cancel();
		// The button is gone, and with it the focus.
		input.current?.focus();
	};
	const remove = () => {
		cancelUpload();
		onChange(undefined);
	};
	const actions = busy
		? [{ label: "Cancel", run: cancelUpload }]
		: [
				...(uploadError ? [{ label: messages.tryAgain, run: retry }] : []),
				...(value ? [{ label: messages.removeImage, run: remove }] : []),
			];

	const uploaded = preview?.imageUrl !== undefined && preview.imageUrl === value;
	const storedSrc = value && !busy ? `${value}?w=${previewSize * 2}` : undefined;
	const previewSrc = busy || uploaded ? preview?.objectUrl : storedSrc;
	const shownError = uploadError ?? error;
	const describedBy = [`${id}-hint`, shownError && `${id}-error`].filter(Boolean).join(" ");
	return (
		<div className="grid gap-2">
			<label htmlFor={id} className="font-semibold">
				{label}
			</label>
			<input
				ref={(element) => {
					input.current = element;
					return assignRef(ref, element);
				}}
				id={id}
				type="file"
				accept={uploadTypes.join(",")}
				required={required && !value}
				aria-invalid={shownError ? true : undefined}
				aria-describedby={describedBy}
				className="w-full rounded-field border border-dashed border-secondary p-3 text-base file:me-3 file:rounded-field file:bg-neutral file:px-3 file:py-2 file:font-semibold file:text-neutral-content"
				onClick={({ currentTarget }) => {
					// Emptied, so that the same file can be chosen again.
					currentTarget.value = "";
				}}
				onChange={uploadChosen}
				onBlur={onBlur}
			/>
			<p id={`${id}-hint`} className="text-sm text-quiet">
				{messages.imageHint}
			</p>
			{previewSrc && (
				<img
					src={previewSrc}
					alt={messages.imagePreview}
					width={previewSize}
					height={previewSize}
					className="size-40 rounded-box object-cover"
				/>
			)}
			{busy && (
				<progress
					className="h-2 w-full appearance-none overflow-hidden rounded-field bg-base-300 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-primary"
					aria-label={messages.imageUploading}
					value={fraction}
				/>
			)}
			<p role="status" className="text-sm">
				{busy ? messages.imageUploading : uploaded && messages.imageUploaded}
			</p>
			<FieldError id={`${id}-error`} message={shownError} />
			<div className="flex flex-wrap gap-2 empty:hidden">
				{actions.map(({ label, run }, index) => (
					// By place: the button that has the focus keeps it when its deed is done and another takes over.
					// biome-ignore lint/suspicious/noArrayIndexKey: see above
					<button key={index} type="button" className="btn btn-outline btn-sm" onClick={run}>
						{label}
					</button>
				))}
			</div>
		</div>
	);
}

function assignRef(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null): void {
	if (typeof ref === "function") ref(element);
	else if (ref) ref.current = element;
}
