import { type SubmitEvent, useState } from "react";
import * as v from "valibot";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/bundles.ts";
import * as common from "../../messages/common.ts";
import { changeToolEndpoint } from "../../shop/tools/managed-tools.api.ts";
import { type ManagedTool, rules } from "../../shop/tools/tool-fields.ts";
import { savingOf, type ToolPart } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { fieldErrors } from "../../values/field-errors.ts";
import { formatPrice } from "../../values/money.ts";
import { piecesLook } from "../../values/number-looks.ts";
import { FindTool } from "../order-changes/FindTool.tsx";
import { RecordField } from "../records/RecordField.tsx";
import { Rows } from "../records/Rows.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { showErrors } from "../ui/show-errors.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useSend } from "../ui/useSend.ts";

interface Props {
	tool: ManagedTool;
	parts: readonly ToolPart[];
}

/** A part with how many pieces were typed. */
type PartRow = Omit<ToolPart, "quantity"> & { typed: string };

/** The parts of a kit, each with how many pieces, and what they cost together. */
export function PartsForm({ tool, parts }: Props) {
	const [rows, setRows] = useState<PartRow[]>(() =>
		parts.map(({ quantity, ...part }) => ({ ...part, typed: String(quantity) })),
	);
	const [saved, setSaved] = useState(tool.parts);
	// What is removed or added moves the others: all are checked again when they are saved.
	const { errors, setErrors, changed } = useFieldErrors();
	const { sending, send } = useSend();
	const made = rows.map(({ _id, typed }) => ({ toolId: _id, quantity: Number(typed) }));
	// A kit may cost as much as its pieces, in whatever number they are sold alone.
	const priced = rows.map(({ typed, ...part }) => ({
		...part,
		quantity: Number(typed) || 0,
		minOrderQuantity: 0,
	}));
	const saving = savingOf({ price: 0 }, priced);

	const save = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const parsed = v.safeParse(v.object({ parts: rules.parts }), { parts: made });
		setErrors(fieldErrors(parsed.issues));
		if (!parsed.success) return;
		void send(
			async () => {
				const body = { ...parsed.output, was: { parts: saved } };
				const changed = await call(changeToolEndpoint, { params: { id: tool._id }, body });
				setSaved(changed.parts);
				toast("success", texts.savedParts);
			},
			(error) => showErrors(error, setErrors),
		);
	};

	return (
		<form noValidate method="post" className="grid gap-5" onSubmit={save}>
			<div className="[&_label]:sr-only">
				<Rows
					label={texts.parts}
					rows={rows}
					keyOf={({ _id }) => _id}
					remove={({ name }) => texts.removePart(name)}
					layout="line"
					error={errors.parts}
					onChange={(left) => {
						setRows(left);
						changed("parts");
					}}
				>
					{(row, index) => (
						<>
							<span className="py-2.5">{row.name}</span>
							<RecordField
								field={{ ...piecesLook(1), label: texts.quantityOf(row.name) }}
								value={row.typed}
								error={errors[`parts.${index}.quantity`] ?? errors[`parts.${index}.toolId`]}
								onChange={({ target }) => {
									setRows(rows.with(index, { ...row, typed: target.value }));
									changed(`parts.${index}`);
								}}
							/>
						</>
					)}
				</Rows>
			</div>
			<FindTool
				inAnyStock
				onChoose={({ _id, name, image, price, minOrderQuantity }) => {
					if (rows.some((row) => row._id === _id)) return;
					setRows([...rows, { _id, name, image, price, minOrderQuantity, typed: "1" }]);
					setErrors(({ parts: _, ...ofRows }) => ofRows);
				}}
			/>
			{saving && (
				<p>
					{texts.togetherCost(formatPrice(saving.together))}{" "}
					{tool.price > saving.together
						? texts.costsTooMuch(formatPrice(saving.together))
						: texts.saves(formatPrice(saving.together - tool.price))}
				</p>
			)}
			<div>
				<SubmitButton quiet busy={sending} busyLabel={common.saving}>
					{texts.saveParts}
				</SubmitButton>
			</div>
		</form>
	);
}
