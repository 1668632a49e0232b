import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import type { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import {
	type Field,
	fieldsIn,
	type ManagedTool,
	pickFields,
	type ToolFields,
} from "../../shop/tools/tool-fields.ts";
import { errorMessage } from "../ui/useSend.ts";
import { useProductForm } from "./useProductForm.ts";
import { isChanged, useStoredProduct } from "./useStoredProduct.ts";

/**
 * A tool and the form in which it is changed. What somebody else has saved in the meantime is never
 * overwritten unseen.
 */
export function useProduct(
	initial: ManagedTool,
	email: string,
	formElement: RefObject<HTMLFormElement | null>,
) {
	const { tool, reload, patch, offerUndo } = useStoredProduct(initial);
	const productForm = useProductForm(tool, email);
	const { form, fields, changes, changedFields, errors, setErrors, guard, edit, textProps } =
		productForm;
	/** Edited fields that somebody else has changed too. */
	const [conflicts, setConflicts] = useState<readonly Field[]>([]);

	/** Drops the edits of a field, or all. */
	const discard = (field?: Field) => {
		productForm.discard(field);
		setConflicts((previous) =>
			field === undefined ? [] : previous.filter((name) => name !== field),
		);
	};

	/** Changes fields at once, beside what is typed. */
	const change = (body: Partial<ToolFields>, text: string) => {
		const before = pickFields(tool, fieldsIn(body));
		return guard.send(
			async () => {
				const after = await patch(body, before);
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
		const fieldErrors = productForm.validate();
		flushSync(() => setErrors(fieldErrors));
		if (Object.keys(fieldErrors).length > 0) {
			formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
			return;
		}
		const before = pickFields(tool, changedFields);
		void guard.send(
			async () => {
				const after = await patch(changes, before);
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
		setConflicts(fieldsIn(error.fields ?? {}));
	};

	return {
		tool,
		form,
		fields,
		errors,
		conflicts,
		guard,
		dirty: changedFields.length > 0,
		edit,
		textProps,
		discard,
		change,
		save,
	};
}

export type Product = ReturnType<typeof useProduct>;
