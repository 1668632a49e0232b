import { type FormEvent, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/imports.ts";
import { staffPaths } from "../../paths/staff.ts";
import { importField } from "../../shop/imports/imports.ts";
import { FieldLayout, FileInput } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { uploadChosen } from "./upload-zip.ts";

/** Uploads a CSV file, and images of a zip, then opens the page of its import. */
export function UploadImport() {
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
			<FieldLayout label={texts.csvFile} error={error} hint={texts.uploadHint}>
				{(controlProps) => (
					<FileInput
						{...controlProps}
						ref={input}
						multiple
						accept=".csv,.tsv,.txt,.zip,text/csv,application/zip"
						className="max-w-xl"
					/>
				)}
			</FieldLayout>
			<p role="status">{progress}</p>
			<p>
				<SubmitButton busy={sending} busyLabel={texts.uploading}>
					{texts.uploadAndPreview}
				</SubmitButton>
			</p>
		</form>
	);
}
