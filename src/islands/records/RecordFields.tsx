import type { Choice } from "../../values/record-fields.ts";
import {
	countriesIn,
	errorOf,
	type FormFacts,
	type FormField,
	type FormFields,
	inOrder,
	isShown,
	newRow,
	type RowsField,
	recordIn,
	rowsIn,
	type Typed,
	type TypedRecord,
	textIn,
	typedOf,
} from "../../values/typed-record.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
import { CountryList } from "./CountryList.tsx";
import { RecordField } from "./RecordField.tsx";
import { Rows } from "./Rows.tsx";

interface Place {
	/** What its errors begin with. */
	path: string;
	facts: FormFacts;
}

interface FieldsProps extends Place {
	fields: FormFields;
	typed: TypedRecord;
	/** Whether it is the only row. */
	isOnly?: boolean;
	/** Gets what is typed now, and the path of the field that has changed. */
	onChange: (typed: TypedRecord, path: string) => void;
}

/** The fields of a record, from its description, with those of its rows. */
export function RecordFields({ fields, typed, path, onChange, ...props }: FieldsProps) {
	return Object.entries(fields).map(
		([name, field]) =>
			isShown(fields, typed, field) && (
				<DescribedField
					key={name}
					{...props}
					field={field}
					name={name}
					path={path + name}
					value={typed[name]}
					onChange={(value, at = path + name) => onChange({ ...typed, [name]: value }, at)}
				/>
			),
	);
}

interface FieldProps<Kind = FormField> extends Place {
	field: Kind;
	name: string;
	value: Typed;
	isOnly?: boolean | undefined;
	/** `path` is a field within it, if only that has changed. */
	onChange: (value: Typed, path?: string) => void;
}

function DescribedField({ field, name, value, path, facts, isOnly = true, onChange }: FieldProps) {
	const { choices, disabled } = facts;
	const error = errorOf(field, facts.errors, path);
	switch (field.kind) {
		case "fixed":
			return <code className="py-3 text-sm break-all text-quiet">{textIn(value)}</code>;
		case "rows":
			return (
				<RowsFields field={field} value={value} path={path} facts={facts} onChange={onChange} />
			);
		case "countries":
			return (
				<div className="col-span-full">
					<CountryList
						label={field.label}
						all={field.all(isOnly)}
						chosen={countriesIn(value)}
						options={choices.country ?? []}
						onChange={onChange}
						disabled={disabled}
					/>
					<FieldError message={error} />
				</div>
			);
		case "radio": {
			const { choices: offered = [] } = field;
			return (
				<div>
					<RadioChoice
						question={field.label}
						name={path}
						choices={offered.map((one) => one.value)}
						chosen={textIn(value)}
						onChoose={onChange}
						label={(chosen) => <ChoiceLabel {...offered.find((one) => one.value === chosen)} />}
					/>
					<FieldError message={error} />
				</div>
			);
		}
		case "span": {
			const ends = countriesIn(value);
			return field.ends.map((label, end) => (
				<Field
					key={label}
					label={label}
					inputMode="numeric"
					autoComplete="off"
					value={ends[end] ?? ""}
					error={end === 0 ? error : undefined}
					disabled={disabled}
					onChange={({ target }) =>
						onChange(field.ends.map((_, one) => (one === end ? target.value : (ends[one] ?? ""))))
					}
				/>
			));
		}
		case "part":
			return (
				<div className="col-span-full grid gap-3">
					<Checkbox
						checked={value !== undefined}
						disabled={disabled}
						onChange={({ target }) => onChange(target.checked ? typedOf(field.fields) : undefined)}
					>
						{field.label}
					</Checkbox>
					<FieldError message={error} />
					{value !== undefined && (
						<div className="grid grid-cols-1 items-start gap-3 border-s-2 border-base-300 ps-4 sm:grid-cols-2">
							<RecordFields
								fields={field.fields}
								typed={recordIn(value)}
								path={`${path}.`}
								facts={facts}
								onChange={onChange}
							/>
						</div>
					)}
				</div>
			);
		default:
			return (
				<RecordField
					field={field}
					name={path}
					value={textIn(value)}
					error={error}
					choices={choices[name]}
					disabled={disabled}
					autoComplete="off"
					onChange={({ target }) => onChange(target.value)}
				/>
			);
	}
}

function ChoiceLabel({ label, meaning }: Partial<Choice>) {
	if (!meaning) return label;
	return (
		<>
			<span className="block font-semibold">{label}</span>
			<span className="text-quiet">{meaning}</span>
		</>
	);
}

/** Lines have their labels above the first one. */
const underLabels =
	"[&_li+li_label]:sr-only [&_li:first-child]:items-end [&_li:first-child>div]:items-end";

/** Rows of fields, and what adds one. */
function RowsFields(props: Omit<FieldProps<RowsField>, "name">) {
	const { field, value, path, facts, onChange } = props;
	const { label, hint, fields, min = 0, layout, addBy } = field;
	const rows = rowsIn(value);
	const { choices, disabled } = facts;
	const change = (next: TypedRecord[], at?: string) => onChange(inOrder(field, next), at);
	const add = (typed: TypedRecord = {}) => change([...rows, { ...newRow(fields), ...typed }]);
	const targets = choices[addBy ?? ""] ?? [];
	return (
		<fieldset
			className={`col-span-full grid min-w-0 grid-cols-1 gap-3 ${layout === "line" ? underLabels : ""}`}
		>
			<legend className="pb-1 font-semibold">{label}</legend>
			{hint && <p className="max-w-prose text-sm text-quiet">{hint}</p>}
			<Rows
				label={label}
				rows={rows}
				keyOf={({ key }) => textIn(key)}
				nameOf={(row) => textIn(Object.values(row)[0])}
				canMove={field.canMove}
				remove={rows.length > min ? field.remove : undefined}
				layout={layout}
				disabled={disabled}
				error={errorOf(field, facts.errors, path)}
				add={addBy === undefined ? field.add : undefined}
				onAdd={() => add()}
				onChange={change}
			>
				{(row, index) => (
					<>
						{field.title && <h2 className="text-2xl">{field.title(index + 1)}</h2>}
						<RecordFields
							fields={fields}
							typed={row}
							isOnly={rows.length === 1}
							path={`${path}.${index}.`}
							facts={facts}
							onChange={(typed, at) => change(rows.with(index, typed), at)}
						/>
					</>
				)}
			</Rows>
			{addBy !== undefined && (
				<select
					className="choice w-full max-w-md"
					aria-label={`${label}: ${field.add}`}
					disabled={disabled}
					value=""
					onChange={({ target }) => {
						const chosen = targets.find((one) => one.value === target.value);
						if (chosen) add({ label: chosen.label, [addBy]: chosen.value });
					}}
				>
					<option value="">{field.add}</option>
					{targets.map((one) => (
						<option key={one.value} value={one.value}>
							{one.label} ({one.value})
						</option>
					))}
				</select>
			)}
		</fieldset>
	);
}
