import type { ComponentProps } from "react";
import type { Choice, FieldWords } from "../../values/record-fields.ts";
import type { TextLook } from "../../values/typed-record.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field, FieldError, SelectField, TextareaField } from "../ui/Field.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";

interface Props extends Pick<ComponentProps<"input">, "disabled" | "readOnly" | "id"> {
	field: TextLook & FieldWords;
	name: string;
	value: string;
	error?: string | undefined;
	/** The choices that only the page knows. */
	choices?: readonly Choice[] | undefined;
	onChange: (text: string) => void;
}

const numeric = { type: "number", inputMode: "numeric" } as const;
const decimal = { type: "number", inputMode: "decimal" } as const;
const inputs = {
	count: numeric,
	money: decimal,
	percent: decimal,
	// A comma is no number to the browser.
	decimal: { inputMode: "decimal" },
	email: { type: "email" },
	url: { type: "url" },
	day: { type: "date" },
} as const;

/** The control of a described field that is typed as one text, as RecordField.astro is on pages. */
export function RecordField({ field, choices = field.choices ?? [], onChange, ...props }: Props) {
	const { kind, label, hint, attributes, placeholder } = field;
	const { error, value, disabled, name } = props;
	if (kind === "flag")
		return (
			<div>
				<Checkbox
					checked={value === "1"}
					disabled={disabled}
					onChange={({ target }) => onChange(target.checked ? "1" : "")}
				>
					{label}
				</Checkbox>
				<FieldError message={error} />
			</div>
		);
	if (kind === "radio")
		return (
			<div>
				<RadioChoice
					question={label}
					name={name}
					choices={choices.map((one) => one.value)}
					chosen={value}
					onChoose={onChange}
					label={(chosen) => <ChoiceLabel {...choices.find((one) => one.value === chosen)} />}
				/>
				<FieldError message={error} />
			</div>
		);
	const control = {
		label,
		hint,
		...attributes,
		...props,
		onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
	};
	if (kind === "lines") return <TextareaField {...control} />;
	if (kind === "choice")
		return (
			<SelectField {...control}>
				{placeholder !== undefined && <option value="">{placeholder}</option>}
				{choices.map((one) => (
					<option key={one.value} value={one.value}>
						{one.label}
					</option>
				))}
			</SelectField>
		);
	const input = kind in inputs ? inputs[kind as keyof typeof inputs] : undefined;
	return <Field type="text" autoComplete="off" placeholder={placeholder} {...input} {...control} />;
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
