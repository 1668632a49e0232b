import { type Ref, useEffect, useEffectEvent, useId, useRef } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { type ImageWidth, uploadTypes } from "../../values/images.ts";
import { Button } from "./Button.tsx";
import { FieldError, FileInput } from "./Field.tsx";
import { useUpload } from "./useUpload.ts";

interface Props {
	label: string;
	required?: boolean;
	/** The error message, shown below the field. */
	error: string | undefined;
	/** `/images/{key}`, or undefined without an image. */
	value: string | undefined;
	onChange: (value: string | undefined) => void;
	/** Called when an upload starts and ends. The form should not be submitted in between. */
	onBusy?: (busy: boolean) => void;
	/** Lets a form focus the input when the image is missing. */
	ref?: Ref<HTMLInputElement>;
}

/** Width and height of the preview in pixels. */
const previewSize = 160 satisfies ImageWidth;

/**
 * A field for an image to choose or drop. It is uploaded immediately, previewed, and can be replaced or
 * removed. A failed upload keeps the previous image.
 */
export function ImageField({ label, required, error, value, onChange, onBusy, ref }: Props) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const { fraction, uploadError, preview, start, retry, cancel } = useUpload({
		onUploaded: onChange,
		onBusy,
	});
	const busy = fraction !== undefined;

	const uploadChosen = () => {
		const [file] = input.current?.files ?? [];
		if (file) void start(file);
	};

	// Uploads a file that was chosen before hydration.
	const uploadInitial = useEffectEvent(uploadChosen);
	useEffect(() => uploadInitial(), []);

	useEffect(() => {
		// Clears the name of a file that was removed, rejected or submitted.
		if (!value && !busy && input.current) input.current.value = "";
	}, [value, busy]);

	const cancelUpload = () => {
		cancel();
		// The button disappears, so the input takes over the focus.
		input.current?.focus();
	};
	const remove = () => {
		cancelUpload();
		onChange(undefined);
	};

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
			<FileInput
				ref={(element) => {
					input.current = element;
					return assignRef(ref, element);
				}}
				id={id}
				accept={uploadTypes.join(",")}
				required={required && !value}
				aria-invalid={shownError ? true : undefined}
				aria-describedby={describedBy}
				onClick={({ currentTarget }) => {
					// Reset, so that the same file can be chosen again.
					currentTarget.value = "";
				}}
				onChange={uploadChosen}
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
				{/* In one place, so that the focus stays when one button replaces another. */}
				{busy ? (
					<SmallButton label={common.cancel} onClick={cancelUpload} />
				) : uploadError ? (
					<SmallButton label={messages.tryAgain} onClick={retry} />
				) : (
					value && <SmallButton label={messages.removeImage} onClick={remove} />
				)}
				{!busy && uploadError && value && (
					<SmallButton label={messages.removeImage} onClick={remove} />
				)}
			</div>
		</div>
	);
}

function SmallButton({ label, onClick }: { label: string; onClick: () => void }) {
	return (
		<Button look="btn-outline btn-sm" onClick={onClick}>
			{label}
		</Button>
	);
}

function assignRef(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null): void {
	if (typeof ref === "function") ref(element);
	else if (ref) ref.current = element;
}
