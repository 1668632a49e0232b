import { type ClipboardEvent, type SubmitEvent, useState } from "react";
import * as v from "valibot";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import { aboutFamilyPictures, familyPicture, familyPictures } from "../../messages/families.ts";
import * as texts from "../../messages/variants.ts";
import { productPaths } from "../../paths/product.ts";
import { saveFamilyEndpoint } from "../../shop/tools/families.api.ts";
import {
	familyInput,
	type ManagedFamily,
	maxOptions,
	type OptionInput,
} from "../../shop/tools/families.ts";
import { type ManagedTool, maxImages } from "../../shop/tools/tool-fields.ts";
import type { ToolLook } from "../../shop/tools/tool-looks.ts";
import { toast } from "../../stores/toasts.ts";
import { type FieldErrors, fieldErrors } from "../../values/field-errors.ts";
import type { Choice } from "../../values/record-fields.ts";
import type { TextLook } from "../../values/typed-record.ts";
import { RecordField } from "../records/RecordField.tsx";
import { Rows } from "../records/Rows.tsx";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { showErrors } from "../ui/show-errors.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useSend } from "../ui/useSend.ts";
import {
	addRow,
	parsePasted,
	paste,
	pathOf,
	toRows,
	toVariants,
	type VariantRow,
	withOption,
} from "./variant-rows.ts";

interface Props {
	tool: ManagedTool;
	/** Null until there is one. */
	family: ManagedFamily | null;
	/** The fields of a row after the values of its options. */
	fields: readonly ToolLook[];
	/** The parts of a bike whose standards an option can have: dimensions of the fit vocabulary. */
	parts: readonly Choice[];
	/** Gets the family as it was stored; null once it is none. */
	onSaved: (saved: ManagedFamily | null) => void;
	onClose: () => void;
}

const text: TextLook = { kind: "text" };
/** The form of a family: what its tools have in common, its options, and a row for each tool, into which one can paste. */
export function VariantForm({ tool, family, fields, parts, onSaved }: Props) {
	const [name, setName] = useState(family?.name ?? tool.name.split(",")[0] ?? "");
	const [description, setDescription] = useState(family?.description ?? "");
	const [options, setOptions] = useState<OptionInput[]>(family?.options ?? [{ name: "" }]);
	const [images, setImages] = useState(family?.images ?? []);
	const [uploading, setUploading] = useState(false);
	const [rows, setRows] = useState(() => toRows(family, tool));
	const { errors, setErrors, changed } = useFieldErrors();
	const { sending, send } = useSend();
	const columns = [
		...options.map((option, index) => ({
			...text,
			label: option.name || texts.optionName(index + 1),
		})),
		...fields,
	];
	const setOption = (index: number, option: OptionInput) => {
		setOptions(options.with(index, option));
		changed(`options.${index}`);
	};
	/** `cell` is the path of the only one that has changed: what is pasted or removed moves the others. */
	const editRows = (next: VariantRow[], cell = "variants") => {
		setRows(next);
		changed(cell);
	};

	const save = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const variants = toVariants(rows, options.length);
		const body = { name, description, images, options, variants };
		const parsed = v.safeParse(familyInput, body);
		setErrors(fieldErrors(parsed.issues));
		if (!parsed.success) return;
		void send(
			async () => {
				const saved = await call(saveFamilyEndpoint, {
					params: { id: tool._id },
					body: parsed.output,
				});
				onSaved(saved);
				toast("success", saved ? texts.variantsSaved(saved.variants.length) : texts.noFamilyNow);
			},
			(error) => showErrors(error, setErrors),
		);
	};

	return (
		<form noValidate method="post" className="grid gap-5" onSubmit={save}>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<RecordField
					field={{ ...text, label: texts.familyName }}
					value={name}
					error={errors.name}
					onChange={({ target }) => {
						setName(target.value);
						changed("name");
					}}
				/>
				<RecordField
					field={{ kind: "lines", label: texts.familyDescription, attributes: { rows: 2 } }}
					value={description}
					error={errors.description}
					onChange={({ target }) => {
						setDescription(target.value);
						changed("description");
					}}
				/>
			</div>
			<Rows
				label={texts.options}
				rows={options.map((option, place) => ({ ...option, place }))}
				// An option has no name of its own that stays.
				keyOf={({ place }) => place}
				remove={
					options.length > 1
						? ({ place }) => texts.removeOption(columns[place]?.label ?? "")
						: undefined
				}
				layout="grid"
				error={errors.options}
				add={options.length < maxOptions ? texts.addOption : undefined}
				onAdd={() => {
					setOptions([...options, { name: "" }]);
					setRows(withOption(rows, options.length, "add"));
				}}
				onChange={(left) => {
					const removed = options.findIndex((_, place) => left[place]?.place !== place);
					setOptions(options.toSpliced(removed, 1));
					setRows(withOption(rows, removed, "remove"));
					// The errors of cells have moved.
					setErrors({});
				}}
			>
				{({ place: _, ...option }, index) => (
					<>
						<RecordField
							field={{ ...text, label: texts.optionName(index + 1) }}
							value={option.name}
							error={errors[`options.${index}.name`]}
							onChange={({ target }) => setOption(index, { ...option, name: target.value })}
						/>
						<RecordField
							field={{
								kind: "choice",
								label: texts.optionPart(index + 1),
								hint: texts.partHint,
								placeholder: texts.noPart,
							}}
							choices={parts}
							value={option.dimension ?? ""}
							onChange={({ target }) => {
								const { dimension: __, ...others } = option;
								const dimension = target.value;
								setOption(index, dimension ? { ...others, dimension } : others);
							}}
						/>
					</>
				)}
			</Rows>
			<fieldset className="grid gap-2">
				<legend className="font-semibold">{familyPictures}</legend>
				<p className="text-sm text-quiet">{aboutFamilyPictures}</p>
				{[...images, undefined].slice(0, maxImages).map((shown, index) => (
					<ImageField
						key={shown?.image ?? "new"}
						label={familyPicture(index + 1)}
						value={shown?.image}
						error={errors[`images.${index}.image`] ?? (shown ? undefined : errors.images)}
						onChange={(image) => {
							changed("images");
							if (image === undefined) setImages(images.toSpliced(index, 1));
							else if (images.every((other) => other.image !== image))
								setImages(images.toSpliced(index, 1, { alt: "", ...shown, image }));
						}}
						onBusy={setUploading}
					/>
				))}
			</fieldset>
			<p className="text-sm text-quiet">{texts.pasteHint}</p>
			<Grid
				rows={rows}
				columns={columns}
				errors={errors}
				optionCount={options.length}
				onChange={editRows}
			/>
			<FieldError
				message={
					errors.variants ?? (Object.keys(errors).length > 0 ? common.checkFields : undefined)
				}
			/>
			<div className="flex flex-wrap gap-3">
				<Button look="btn-outline" onClick={() => setRows(addRow(rows, options.length))}>
					{texts.addVariant}
				</Button>
				<SubmitButton quiet busy={sending || uploading} busyLabel={common.saving}>
					{texts.saveVariants}
				</SubmitButton>
			</div>
		</form>
	);
}

interface GridProps {
	rows: readonly VariantRow[];
	columns: readonly ToolLook[];
	errors: FieldErrors;
	optionCount: number;
	/** `cell` is the path of the only one that has changed. */
	onChange: (rows: VariantRow[], cell?: string) => void;
}

/** A row for each tool, whose cells are fields below their column's name. */
function Grid({ rows, columns, errors, optionCount, onChange }: GridProps) {
	const pasteAt = (event: ClipboardEvent, row: number, column: number) => {
		const pasted = parsePasted(event.clipboardData.getData("text/plain"));
		// One cell goes where the cursor is.
		if (pasted.length <= 1 && (pasted[0]?.length ?? 0) <= 1) return;
		event.preventDefault();
		onChange(paste(rows, pasted, { row, column }, optionCount));
	};
	return (
		<div className="variant-table [&_label]:sr-only">
			<table>
				<thead>
					<tr>
						{columns.map(({ label }, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: two options can have one name while they are typed
							<th key={index} scope="col">
								{label}
							</th>
						))}
						<td />
					</tr>
				</thead>
				<tbody>
					{rows.map((row, place) => (
						<tr key={row.key}>
							{columns.map((field, column) => {
								const path = pathOf(place, column, optionCount);
								return (
									// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
									<td key={column} onPaste={(event) => pasteAt(event, place, column)}>
										<RecordField
											field={{
												...field,
												label: texts.cellLabel(field.label, place + 1),
												// What is pasted stays, though it is no number.
												attributes: { type: "text" },
											}}
											autoComplete="off"
											value={row.cells[column] ?? ""}
											error={errors[path]}
											onChange={({ target }) =>
												onChange(
													rows.with(place, { ...row, cells: row.cells.with(column, target.value) }),
													path,
												)
											}
										/>
									</td>
								);
							})}
							<td>
								<span className="flex items-center gap-2">
									{row._id && (
										<a className="link" href={productPaths.product(row._id)}>
											{texts.openVariant}
											<span className="sr-only"> {place + 1}</span>
										</a>
									)}
									<Button
										look="btn-sm"
										aria-label={texts.removeVariant(place + 1)}
										onClick={() => onChange(rows.toSpliced(place, 1))}
									>
										{common.remove}
									</Button>
								</span>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
