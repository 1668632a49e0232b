/** What the schemas of shop.config.ts and of the settings of the dashboard are made from. */
import * as v from "valibot";
import { isCountry } from "./countries.ts";

export const text = v.pipe(v.string("must be text"), v.trim(), v.minLength(1, "must not be empty"));

export const count = v.pipe(
	v.number("must be a number"),
	v.safeInteger("must be a whole number"),
	v.minValue(1, "must be at least 1"),
);

/** An amount in the shop's currency. */
export const amount = v.pipe(
	v.number("must be a number"),
	v.finite("must be a number"),
	v.minValue(0, "must not be negative"),
);

export function list<Item extends v.GenericSchema>(item: Item) {
	return v.pipe(v.array(item, "must be a list"), v.minLength(1, "must not be empty"), v.readonly());
}

export const country = v.pipe(
	text,
	v.check(isCountry, "must be a country with post, by its code of ISO 3166-1, such as DE"),
);

const countryList = list(country);

const allCountries = v.literal("all", 'must be "all" or a list of countries');

/** Not a union, which would not say what is wrong in the list. */
export const countryCodes = v.lazy(
	(input): v.GenericSchema<"all" | readonly string[]> =>
		Array.isArray(input) ? countryList : allCountries,
);

/** An error of a field, which is named by its path. */
export interface FieldError {
	path: (string | number)[];
	message: string;
}

/** Returns the check that finds these errors in an input that is otherwise right. */
export function check<Output>(errorsOf: (output: Output) => FieldError[]) {
	return v.rawCheck<Output>(({ dataset, addIssue }) => {
		if (!dataset.typed || dataset.issues) return;
		for (const { path, message } of errorsOf(dataset.value)) {
			const item = { type: "object", origin: "value", input: {}, value: undefined } as const;
			const [first, ...others] = path.map((key) => ({ ...item, key: String(key) }));
			if (first) addIssue({ message, path: [first, ...others] });
			else addIssue({ message });
		}
	});
}

/** Returns what is wrong, after the name of the field. */
export function problem(issue: v.BaseIssue<unknown>): string {
	if (issue.expected === "never") return "is not a field";
	if (issue.type === "strict_object" || issue.input === undefined) return "is missing";
	return issue.message;
}
