import { useMemo, useState } from "react";
import * as v from "valibot";
import {
	addressError,
	type Field,
	fieldsIn,
	type ManagedTool,
	type TextField,
	type ToolFields,
	toolChanges,
} from "../../shop/tools/tool-fields.ts";
import { type FieldErrors, fieldErrors } from "../../values/field-errors.ts";
import { useFormGuard } from "../ui/useFormGuard.ts";
import { changesOf, type FormField, type ProductForm, toFields, toForm } from "./product-form.ts";

function validate(changes: Partial<ToolFields>, toolId: string): FieldErrors {
	const { issues } = v.safeParse(toolChanges, changes, { abortPipeEarly: true });
	const wrongAddress =
		changes.address === undefined ? undefined : addressError(changes.address, toolId);
	const errors = fieldErrors(issues);
	return { ...errors, ...(wrongAddress && { address: errors.address ?? wrongAddress }) };
}

function without<Value>(
	values: Readonly<Record<string, Value>>,
	isLeftOut: (name: string) => boolean,
) {
	return Object.fromEntries(Object.entries(values).filter(([name]) => !isLeftOut(name)));
}

/** What is typed of a tool but not saved, with its errors. Fields that were not edited follow the tool. */
export function useProductForm(tool: ManagedTool, email: string) {
	const [edits, setEdits] = useState<Partial<ProductForm>>({});
	const [errors, setErrors] = useState<FieldErrors>({});
	const saved = useMemo(() => toForm(tool), [tool]);
	const form = { ...saved, ...edits };
	const changes = changesOf(form, tool);
	const changedFields = fieldsIn(changes);

	const noValues = Object.fromEntries([...Object.keys(saved), "image"].map((name) => [name, null]));
	const guard = useFormGuard(
		{
			dirty: changedFields.length > 0,
			// Only what was edited: the rest follows the tool. All names, so that errors find their field.
			values: () => ({ ...noValues, ...edits }),
			restore: (values) =>
				setEdits(without(values, (name) => values[name] === null || !Object.hasOwn(saved, name))),
			setError: (field, message) =>
				setErrors((previous) => ({ ...previous, [field === "image" ? "images" : field]: message })),
		},
		email,
		tool._id,
	);

	const edit = <Name extends FormField>(field: Name, value: ProductForm[Name]) => {
		setEdits((previous) => ({ ...previous, [field]: value }));
		setErrors((previous) => without(previous, (path) => path.split(".")[0] === field));
	};

	/** The props of a field that is a text. */
	const textProps = (name: TextField) => ({
		name,
		value: form[name],
		error: errors[name],
		onChange: ({ target }: { target: { value: string } }) => edit(name, target.value),
	});

	/** Drops the edits of a field, or all with their errors. */
	const discard = (field?: Field) => {
		setEdits((previous) =>
			field === undefined ? {} : without(previous, (name) => name === field),
		);
		if (field === undefined) setErrors({});
	};

	return {
		form,
		fields: toFields(form),
		changes,
		changedFields,
		errors,
		setErrors,
		guard,
		edit,
		textProps,
		discard,
		validate: () => validate(changes, tool._id),
	};
}
