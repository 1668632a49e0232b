/** What forms show of an error that the server has answered. */
import { ShopError } from "../../errors.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { toastError } from "./useSend.ts";

/** Shows an error at the fields that it names, in place of those before; as a toast if it names none. */
export function showErrors(error: unknown, setErrors: (errors: FieldErrors) => void): void {
	const fields = error instanceof ShopError ? error.fields : undefined;
	setErrors(fields ?? {});
	if (!fields) toastError(error);
}
