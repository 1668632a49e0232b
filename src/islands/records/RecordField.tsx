import type { ComponentProps, FocusEvent } from "react";
import type { Choice, FieldWords } from "../../values/record-fields.ts";
import type { TextLook } from "../../values/typed-record.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field, FieldError, SelectField, TextareaField } from "../ui/Field.tsx";

interface Props
	extends Pick<
		ComponentProps<"input">,
		"autoComplete" | "id" | "name" | "value" | "defaultValue" | "disabled" | "readOnly"
	> {
	field: TextLook & FieldWords;
	error?: string | undefined;
	/** The choices that only the page knows. */
	choices?: readonly Choice[] | undefined;
	/** Gets what is typed or chosen; of a flag, 1 or nothing. */
	onChange: (event: { target: { value: string } }) => void;
	onBlur?: (event: FocusEvent) => void;
	ref?: (element: HTMLElement | null) => void;
}

const number = { type: "number", inputMode: "decimal" } as const;
const inputs: Partial<Record<TextLook["kind"], ComponentProps<"input">>> = {
	count: { type: "number", inputMode: "numeric" },
	money: number,
	percent: number,
	// A comma is no number to the browser.
	decimal: { inputMode: "decimal" },
	email: { type: "email" },
	url: { type: "url" },
	day: { type: "date" },
};

/** Returns the attributes of a field's input. */
export const inputOf = ({ kind, attributes }: TextLook): ComponentProps<"input"> => ({
	type: "text",
	...inputs[kind],
	...attributes,
});

/** The control of a described field that is typed as one text, as RecordField.astro is on pages. */
export function RecordField({ field, choices = field.choices ?? [], ...props }: Props) {
	const { kind, label, hint, attributes, placeholder } = field;
	const { error, value, onChange, disabled } = props;
	const control = { label, hint, ...props };
	if (kind === "lines") return <TextareaField {...attributes} {...control} />;
	if (kind === "choice")
		return (
			<SelectField {...attributes} {...control}>
				{placeholder !== undefined && <option value="">{placeholder}</option>}
				{choices.map((one) => (
					<option key={one.value} value={one.value}>
						{one.label}
					</option>
				))}
			</SelectField>
		);
	if (kind !== "flag") return <Field placeholder={placeholder} {...inputOf(field)} {...control} />;
	return (
		<div>
			<Checkbox
				className="min-h-11"
				checked={value === "1"}
				disabled={disabled}
				onChange={({ target }) => onChange({ target: { value: target.checked ? "1" : "" } })}
			>
				{label}
			</Checkbox>
			<FieldError message={error} />
		</div>
	);
}
