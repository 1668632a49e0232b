import { type SubmitEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as texts from "../../messages.shipping.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { readTrackingFileEndpoint } from "../../shop/shipments/shipments.api.ts";
import { maxFileLength, type TrackingPreview } from "../../shop/shipments/shipments.ts";
import { FieldError, TextareaField } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";
import type { TrackedParcel } from "./useShipParcels.ts";

interface Props {
	onShip: (parcels: readonly TrackedParcel[]) => Promise<void>;
	onClose: () => void;
}

/** Ships the orders of a CSV file of tracking numbers: it is read, shown row by row, then what is right is shipped. */
export function TrackingFile({ onShip, onClose }: Props) {
	const [file, setFile] = useState("");
	const [preview, setPreview] = useState<TrackingPreview>();
	const [error, setError] = useState<string>();
	const { sending, send } = useSend();
	const run = (task: () => Promise<void>) => send(task, (thrown) => setError(errorMessage(thrown)));
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		setError(undefined);
		void run(async () => {
			if (preview) {
				await onShip(preview.parcels);
				onClose();
			} else setPreview(await call(readTrackingFileEndpoint, { body: { file } }));
		});
	};
	const count = preview?.parcels.length ?? 0;
	return (
		<Modal title={texts.fileTitle} onClose={onClose} canClose={() => !sending}>
			<form noValidate method="post" className="grid gap-5 pt-5" onSubmit={submit}>
				{preview ? (
					<Rows preview={preview} />
				) : (
					<>
						<label className="grid gap-1.5">
							<span className="font-semibold">{texts.chooseFile}</span>
							<input
								type="file"
								accept=".csv,.tsv,.txt,text/csv"
								className="file-input w-full"
								onChange={({ target: { files } }) => void files?.[0]?.text().then(setFile)}
							/>
						</label>
						<TextareaField
							label={texts.orPaste}
							hint={texts.fileHint}
							error={undefined}
							rows={6}
							maxLength={maxFileLength}
							spellCheck={false}
							value={file}
							onChange={({ target: { value } }) => setFile(value)}
						/>
					</>
				)}
				<FieldError message={error} />
				<FormActions
					sending={sending}
					onCancel={preview ? () => setPreview(undefined) : onClose}
					{...(preview && { cancelLabel: texts.anotherFile })}
				>
					<SubmitButton
						busy={sending}
						busyLabel={common.oneMoment}
						disabled={preview ? count === 0 : file.trim() === ""}
					>
						{preview ? texts.shipOrders(count) : texts.readFile}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}

/** What each row of the file is: an order with its number, or an error. */
function Rows({ preview: { parcels, errors } }: { preview: TrackingPreview }) {
	const rows = [
		...parcels.map((parcel) => ({
			line: parcel.line,
			isWrong: false,
			text: texts.orderFor(formatOrderNumber(parcel.orderNumber), parcel.recipient),
			more: texts.trackingOf(parcel),
		})),
		...errors.map(({ line, message }) => ({ line, isWrong: true, text: message, more: "" })),
	].toSorted((one, other) => one.line - other.line);
	return (
		<>
			<p role="status">{texts.fileRead(parcels.length, errors.length)}</p>
			<table className="parcel-rows">
				<thead>
					<tr>
						<th scope="col">{texts.fileLine}</th>
						<th scope="col">{texts.parcel}</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(({ line, isWrong, text, more }) => (
						<tr key={line}>
							<td>{line}</td>
							<td className={isWrong ? "text-error" : undefined}>
								{isWrong && "⚠\u2009"}
								{text}
								{more && <span className="workspace-second">{more}</span>}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}
