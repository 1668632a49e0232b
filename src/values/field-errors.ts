/** What is wrong with the fields of a form that valibot has parsed. */
import * as v from "valibot";

/** Messages by the path of a field, such as `images.0.alt`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Returns the first error of each field. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[] = []): FieldErrors {
	const errors: Record<string, string> = {};
	for (const issue of issues) errors[v.getDotPath(issue) ?? ""] ??= issue.message;
	return errors;
}
