import { type RefObject, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import * as v from "valibot";
import { call } from "../../http/call.ts";
import * as productMessages from "../../messages.products.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import {
	addressError,
	type ChangeableField,
	changeableFields,
	type ManagedTool,
	type ToolFields,
	toolChanges,
} from "../../shop/tools/managed-tool.ts";
import { changeToolEndpoint, getManagedToolEndpoint } from "../../shop/tools/managed-tools.api.ts";
import { toast } from "../../stores/toasts.ts";
import { useFormGuard } from "../ui/useFormGuard.ts";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";
import {
	changesOf,
	type FormField,
	type ProductForm,
	pickFields,
	toFields,
	toForm,
} from "./product-form.ts";

/** How long Undo is offered, in milliseconds. */
const undoOfferedMs = 15_000;

type TextField = Exclude<FormField, "images" | "specifications" | "capabilities">;

/** Messages by the path of a field, such as `images.0.alt`. */
export type Errors = Readonly<Record<string, string>>;

function validate(changes: Partial<ToolFields>, toolId: string): Errors {
	const { issues = [] } = v.safeParse(toolChanges, changes, { abortPipeEarly: true });
	const errors: Record<string, string> = {};
	for (const issue of issues) errors[v.getDotPath(issue) ?? ""] ??= issue.message;
	const wrongAddress =
		changes.address === undefined ? undefined : addressError(changes.address, toolId);
	if (wrongAddress) errors.address ??= wrongAddress;
	return errors;
}

const isChanged = (error: unknown): error is ShopError =>
	error instanceof ShopError && error.code === "tool_changed";

/**
 * A tool with what is typed but not saved: fields that were not edited follow the tool. What somebody else
 * has saved in the meantime is never overwritten unseen.
 */
export function useProduct(
	initial: ManagedTool,
	email: string,
	formElement: RefObject<HTMLFormElement | null>,
) {
	const [tool, setTool] = useState(initial);
	const [edits, setEdits] = useState<Partial<ProductForm>>({});
	const [errors, setErrors] = useState<Errors>({});
	/** Edited fields that somebody else has changed too. */
	const [conflicts, setConflicts] = useState<readonly ChangeableField[]>([]);
	const saved = useMemo(() => toForm(tool), [tool]);
	const form = { ...saved, ...edits };
	const changes = changesOf(form, tool);
	const changedFields = changeableFields.filter((field) => Object.hasOwn(changes, field));

	const noValues = Object.fromEntries([...Object.keys(saved), "image"].map((name) => [name, null]));
	const guard = useFormGuard(
		{
			dirty: changedFields.length > 0,
			// Only what was edited: the rest follows the tool. All names, so that errors find their field.
			values: () => ({ ...noValues, ...edits }),
			restore: (values) =>
				setEdits(
					Object.fromEntries(
						Object.entries(values).filter(
							([name, value]) => value !== null && Object.hasOwn(saved, name),
						),
					),
				),
			setError: (field, message) =>
				setErrors((previous) => ({ ...previous, [field === "image" ? "images" : field]: message })),
		},
		email,
		tool._id,
	);

	const edit = <Field extends FormField>(field: Field, value: ProductForm[Field]) => {
		setEdits((previous) => ({ ...previous, [field]: value }));
		setErrors((previous) =>
			Object.fromEntries(Object.entries(previous).filter(([path]) => path.split(".")[0] !== field)),
		);
	};

	/** The props of a field that is a text. */
	const textProps = (name: TextField) => ({
		name,
		value: form[name],
		error: errors[name],
		onChange: ({ target }: { target: { value: string } }) => edit(name, target.value),
	});

	/** Drops the edits of a field, or all. */
	const discard = (field?: ChangeableField) => {
		setEdits((previous) =>
			field === undefined
				? {}
				: Object.fromEntries(Object.entries(previous).filter(([name]) => name !== field)),
		);
		setConflicts((previous) =>
			field === undefined ? [] : previous.filter((name) => name !== field),
		);
		if (field === undefined) setErrors({});
	};

	const patch = (body: Partial<ToolFields>, was: Partial<ToolFields>) =>
		call(changeToolEndpoint, { params: { id: tool._id }, body: { ...body, was } });
	const reload = async () =>
		setTool(await call(getManagedToolEndpoint, { params: { id: tool._id } }));

	/** Offers to take back a change of these fields. */
	const offerUndo = (text: string, after: ManagedTool, before: Partial<ToolFields>) => {
		const fields = changeableFields.filter((field) => Object.hasOwn(before, field));
		const undo = async () => {
			try {
				setTool(await patch(before, pickFields(after, fields)));
				toast("success", productMessages.undone);
			} catch (error) {
				if (redirectIfSignedOut(error)) return;
				const others = changeableFields.filter((field) =>
					Object.hasOwn((isChanged(error) && error.fields) || {}, field),
				);
				toast("error", others.length > 0 ? productMessages.notUndone(others) : errorMessage(error));
				if (others.length > 0) await reload().catch(() => {});
			}
		};
		toast("success", text, {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(),
		});
	};

	/** Changes fields at once, beside what is typed. */
	const change = (body: Partial<ToolFields>, text: string) => {
		const fields = changeableFields.filter((field) => Object.hasOwn(body, field));
		const before = pickFields(tool, fields);
		return guard.send(
			async () => {
				const after = await patch(body, before);
				setTool(after);
				// A time belongs to a draft alone.
				const { publishAt, ...others } = before;
				offerUndo(
					text,
					after,
					tool.state === "draft" && publishAt !== undefined ? { ...others, publishAt } : others,
				);
			},
			(error) => {
				if (isChanged(error)) void reload().catch(() => {});
			},
		);
	};

	const save = () => {
		const found = validate(changes, tool._id);
		flushSync(() => setErrors(found));
		if (Object.keys(found).length > 0) {
			formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
			return;
		}
		const before = pickFields(tool, changedFields);
		void guard.send(
			async () => {
				const after = await patch(changes, before);
				setTool(after);
				discard();
				offerUndo(messages.productUpdated(after.name), after, before);
			},
			(error) => {
				if (isChanged(error)) void showConflicts(error);
			},
		);
	};

	/** Shows what somebody else has changed, or without a reply only that. */
	const showConflicts = async (error: ShopError) => {
		try {
			await reload();
		} catch {
			setConflicts([]);
			guard.setFormError(errorMessage(error));
			return;
		}
		// The conflicts have the same texts.
		setErrors({});
		setConflicts(changeableFields.filter((field) => Object.hasOwn(error.fields ?? {}, field)));
	};

	return {
		...{ tool, form, fields: toFields(form), errors, conflicts, guard },
		dirty: changedFields.length > 0,
		...{ edit, textProps, discard, change, save },
	};
}

export type Product = ReturnType<typeof useProduct>;
