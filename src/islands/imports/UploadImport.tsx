import { type FormEvent, useId, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages.imports.ts";
import { importField } from "../../shop/imports/imports.ts";
import { staffPaths } from "../../staff-paths.ts";
import { FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { uploadChosen } from "./upload-zip.ts";

/** Uploads a CSV file, and images of a zip, then opens the page of its import. */
export function UploadImport() {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [error, setError] = useState<string>();
	const [progress, setProgress] = useState<string>();
	const { sending, send } = useSend();
	const upload = (event: FormEvent) => {
		event.preventDefault();
		const files = [...(input.current?.files ?? [])];
		if (files.length === 0) {
			setError(texts.fileRequired);
			input.current?.focus();
			return;
		}
		setError(undefined);
		const showProgress = (done: number, of: number) => setProgress(texts.zipProgress(done, of));
		void send(
			async () => location.assign(staffPaths.importOf(await uploadChosen(files, showProgress))),
			(caught) => {
				setProgress(undefined);
				const field = caught instanceof ShopError ? caught.fields?.[importField] : undefined;
				setError(field ?? errorMessage(caught));
			},
		);
	};
	return (
		<form className="grid gap-3" method="post" noValidate onSubmit={upload}>
			<div className="grid gap-1.5">
				<label htmlFor={id} className="font-semibold">
					{texts.csvFile}
				</label>
				<input
					ref={input}
					id={id}
					type="file"
					multiple
					accept=".csv,.tsv,.txt,.zip,text/csv,application/zip"
					className="w-full max-w-xl rounded-field border border-dashed border-secondary p-3 text-base file:me-3 file:rounded-field file:bg-neutral file:px-3 file:py-2 file:font-semibold file:text-neutral-content"
					aria-invalid={error ? true : undefined}
					aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
				/>
				<p id={`${id}-hint`} className="text-sm text-quiet">
					{texts.uploadHint}
				</p>
				<FieldError id={`${id}-error`} message={error} />
			</div>
			<p role="status">{progress}</p>
			<p>
				<SubmitButton busy={sending} busyLabel={texts.uploading}>
					{texts.uploadAndPreview}
				</SubmitButton>
			</p>
		</form>
	);
}
