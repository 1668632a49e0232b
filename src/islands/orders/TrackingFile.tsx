import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/shipping.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { readTrackingFileEndpoint } from "../../shop/shipments/shipments.api.ts";
import { maxFileLength, type TrackingPreview } from "../../shop/shipments/shipments.ts";
import { DialogForm } from "../ui/DialogForm.tsx";
import { FieldLayout, FileInput, TextareaField } from "../ui/Field.tsx";
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
	const submit = () => {
		setError(undefined);
		void send(
			async () => {
				if (preview) {
					await onShip(preview.parcels);
					onClose();
				} else setPreview(await call(readTrackingFileEndpoint, { body: { file } }));
			},
			(thrown) => setError(errorMessage(thrown)),
		);
	};
	const count = preview?.parcels.length ?? 0;
	return (
		<DialogForm
			title={texts.fileTitle}
			sending={sending}
			onSubmit={submit}
			onClose={onClose}
			back={preview && { label: texts.anotherFile, run: () => setPreview(undefined) }}
			submitLabel={preview ? texts.shipOrders(count) : texts.readFile}
			busyLabel={common.oneMoment}
			disabled={preview ? count === 0 : file.trim() === ""}
			formError={error}
		>
			{preview ? (
				<Rows preview={preview} />
			) : (
				<>
					<FieldLayout label={texts.chooseFile}>
						{(controlProps) => (
							<FileInput
								{...controlProps}
								accept=".csv,.tsv,.txt,text/csv"
								onChange={({ target: { files } }) => void files?.[0]?.text().then(setFile)}
							/>
						)}
					</FieldLayout>
					<TextareaField
						label={texts.orPaste}
						hint={texts.fileHint}
						rows={6}
						maxLength={maxFileLength}
						spellCheck={false}
						value={file}
						onChange={({ target: { value } }) => setFile(value)}
					/>
				</>
			)}
		</DialogForm>
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
			leftOut: parcel.leftOut.length > 0 ? texts.leftOut(parcel.leftOut) : "",
		})),
		...errors.map(({ line, message }) => ({
			line,
			isWrong: true,
			text: message,
			more: "",
			leftOut: "",
		})),
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
					{rows.map(({ line, isWrong, text, more, leftOut }) => (
						<tr key={line}>
							<td>{line}</td>
							<td className={isWrong ? "text-error" : undefined}>
								{isWrong && "⚠\u2009"}
								{text}
								{more && <span className="second-line">{more}</span>}
								{leftOut && <span className="second-line">{leftOut}</span>}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}
