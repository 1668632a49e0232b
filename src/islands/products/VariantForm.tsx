import { type ClipboardEvent, type SubmitEvent, useState } from "react";
import * as v from "valibot";
import { currencySign } from "../../config/config.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import { aboutFamilyPictures, familyPicture, familyPictures } from "../../messages/families.ts";
import * as productTexts from "../../messages/products.ts";
import * as texts from "../../messages/variants.ts";
import { productPaths } from "../../paths/product.ts";
import { saveFamilyEndpoint } from "../../shop/tools/families.api.ts";
import {
	familyInput,
	type ManagedFamily,
	maxOptions,
	type OptionInput,
	variantFields,
} from "../../shop/tools/families.ts";
import { type ManagedTool, maxImages } from "../../shop/tools/tool-fields.ts";
import { toast } from "../../stores/toasts.ts";
import { type FieldErrors, fieldErrors } from "../../values/field-errors.ts";
import { Button } from "../ui/Button.tsx";
import { Field, FieldError, SelectField, TextareaField } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { showErrors } from "../ui/show-errors.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useSend } from "../ui/useSend.ts";
import {
	addRow,
	columnOf,
	parsePasted,
	paste,
	toRows,
	toVariants,
	type VariantRow,
	withOption,
} from "./variant-rows.ts";

interface Props {
	tool: ManagedTool;
	/** Null until there is one. */
	family: ManagedFamily | null;
	/** The names of the parts of a bike whose standards an option can have, by dimension of the fit vocabulary. */
	parts: Readonly<Record<string, string>>;
	/** Gets the family as it was stored; null once it is none. */
	onSaved: (saved: ManagedFamily | null) => void;
	onClose: () => void;
}

const fieldNames = variantFields.map((field) =>
	field === "price"
		? `${productTexts.fieldLabel(field)} (${currencySign})`
		: productTexts.fieldLabel(field),
);

/** The form of a family: what its tools have in common, its options, and a row for each tool, into which one can paste. */
export function VariantForm({ tool, family, parts, onSaved }: Props) {
	const [name, setName] = useState(family?.name ?? tool.name.split(",")[0] ?? "");
	const [description, setDescription] = useState(family?.description ?? "");
	const [options, setOptions] = useState<OptionInput[]>(family?.options ?? [{ name: "" }]);
	const [images, setImages] = useState(family?.images ?? []);
	const [uploading, setUploading] = useState(false);
	const [rows, setRows] = useState(() => toRows(family, tool));
	const { errors, setErrors, changed } = useFieldErrors();
	const { sending, send } = useSend();
	const columns = [
		...options.map((option, index) => option.name || texts.optionName(index + 1)),
		...fieldNames,
	];
	const setOption = (index: number, changes: Partial<OptionInput>) => {
		setOptions(
			options.map((option, place) => (place === index ? { ...option, ...changes } : option)),
		);
		changed(`options.${index}`);
	};
	const editRows = (next: VariantRow[], cell?: { row: number; column: number }) => {
		setRows(next);
		// What is pasted or removed moves the others.
		if (!cell) return changed("variants");
		for (const path of Object.keys(errors)) {
			if (
				path.startsWith(`variants.${cell.row}.`) &&
				columnOf(path, options.length) === cell.column
			)
				changed(path);
		}
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
				<Field
					label={texts.familyName}
					value={name}
					error={errors.name}
					onChange={({ target }) => {
						setName(target.value);
						changed("name");
					}}
				/>
				<TextareaField
					label={texts.familyDescription}
					rows={2}
					value={description}
					error={errors.description}
					onChange={({ target }) => {
						setDescription(target.value);
						changed("description");
					}}
				/>
				{options.map((option, index) => (
					// An option has no name of its own that stays.
					// biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
					<div key={index} className="grid gap-2">
						<Field
							label={texts.optionName(index + 1)}
							value={option.name}
							error={errors[`options.${index}.name`] ?? (index === 0 ? errors.options : undefined)}
							onChange={({ target }) => setOption(index, { name: target.value })}
						/>
						<SelectField
							label={texts.optionPart(index + 1)}
							hint={texts.partHint}
							value={option.dimension ?? ""}
							onChange={({ target }) => {
								const { dimension: _, ...others } = option;
								const next = target.value ? { ...others, dimension: target.value } : others;
								setOptions(options.with(index, next));
							}}
						>
							<option value="">{texts.noPart}</option>
							{Object.entries(parts).map(([dimension, part]) => (
								<option key={dimension} value={dimension}>
									{part}
								</option>
							))}
						</SelectField>
						{options.length > 1 && (
							<Button
								look="btn-sm btn-outline justify-self-start"
								onClick={() => {
									setOptions(options.toSpliced(index, 1));
									setRows(withOption(rows, index, "remove"));
								}}
							>
								{texts.removeOption(columns[index] ?? "")}
							</Button>
						)}
					</div>
				))}
			</div>
			{options.length < maxOptions && (
				<Button
					look="btn-sm btn-outline justify-self-start"
					onClick={() => {
						setOptions([...options, { name: "" }]);
						setRows(withOption(rows, options.length, "add"));
					}}
				>
					{texts.addOption}
				</Button>
			)}
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
			<Rows
				rows={rows}
				columns={columns}
				errors={errors}
				optionCount={options.length}
				onChange={editRows}
			/>
			<RowErrors errors={errors} columns={columns} optionCount={options.length} />
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

interface RowsProps {
	rows: readonly VariantRow[];
	columns: readonly string[];
	errors: FieldErrors;
	optionCount: number;
	/** `cell` is the only one that has changed. */
	onChange: (rows: VariantRow[], cell?: { row: number; column: number }) => void;
}

function Rows({ rows, columns, errors, optionCount, onChange }: RowsProps) {
	const wrong = new Set(
		Object.keys(errors).map((path) => `${path.split(".")[1]} ${columnOf(path, optionCount)}`),
	);
	const pasteAt = (event: ClipboardEvent, row: number, column: number) => {
		const pasted = parsePasted(event.clipboardData.getData("text/plain"));
		// One cell goes where the cursor is.
		if (pasted.length <= 1 && (pasted[0]?.length ?? 0) <= 1) return;
		event.preventDefault();
		onChange(paste(rows, pasted, { row, column }, optionCount));
	};
	const setCell = (row: number, column: number, value: string) =>
		onChange(
			rows.map((one, place) =>
				place === row ? { ...one, cells: one.cells.with(column, value) } : one,
			),
			{ row, column },
		);
	return (
		<div className="variant-table">
			<table>
				<thead>
					<tr>
						{columns.map((column, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: two options can have one name while they are typed
							<th key={index} scope="col">
								{column}
							</th>
						))}
						<td />
					</tr>
				</thead>
				<tbody>
					{rows.map((row, place) => (
						<tr key={row.key}>
							{row.cells.map((cell, column) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
								<td key={column}>
									<input
										className="input input-sm"
										aria-label={texts.cellLabel(columns[column] ?? "", place + 1)}
										aria-invalid={wrong.has(`${place} ${column}`) || undefined}
										autoComplete="off"
										value={cell}
										onChange={({ target }) => setCell(place, column, target.value)}
										onPaste={(event) => pasteAt(event, place, column)}
									/>
								</td>
							))}
							<td>
								<span className="flex gap-2">
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

/** What is wrong with cells, in words: a cell has no room for it. */
function RowErrors({ errors, columns, optionCount }: Omit<RowsProps, "rows" | "onChange">) {
	const wrong = Object.entries(errors).filter(([path]) => path.startsWith("variants"));
	if (wrong.length === 0) return null;
	return (
		<ul role="alert" className="grid gap-1">
			{wrong.map(([path, message]) => {
				const column = columns[columnOf(path, optionCount)];
				const row = Number(path.split(".")[1]) + 1;
				return (
					<li key={path}>
						<FieldError
							message={column && row > 0 ? texts.rowError(row, column, message) : message}
						/>
					</li>
				);
			})}
		</ul>
	);
}
