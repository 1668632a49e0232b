/** Placeholders in the texts of content/: `{{ seller.name }}` stands for that field of shop.config.ts. */

import { escapeHtml } from "../../widgets/src/server.ts";

/** In the URL of a link, Markdown encodes the braces. */
const placeholder = /(?:\{\{|%7B%7B)(?:\s|%20)*([\w.-]+)(?:\s|%20)*(?:\}\}|%7D%7D)/gi;

/** An entry of a definition list with an optional field, such as `{{seller.phone?}}`. */
const optionalEntry =
	/<dt>(?:(?!<dt>).)*?<\/dt>\s*<dd>(?:(?!<dt>).)*?(?:\{\{|%7B%7B)(?:\s|%20)*([\w.-]+)(?:\?|%3F)(?:(?!<dt>).)*?<\/dd>\s*/gis;

/**
 * Returns the text with the fields of `config`; a list, such as an address, is joined by commas. Throws an
 * Error that names the file and the placeholder if there is no such field.
 */
export function fillPlaceholders(
	text: string,
	config: Record<string, unknown>,
	file: string,
): string {
	return text.replaceAll(placeholder, (_, path: string) => {
		const value = valueAt(path, config);
		if (typeof value === "string" || typeof value === "number") return String(value);
		if (Array.isArray(value) && value.every((item) => typeof item === "string"))
			return value.join(", ");
		throw new Error(`${file}: {{${path}}}: shop.config.ts has no text in this field`);
	});
}

/**
 * The same in HTML. An entry of a definition list with a field that may be missing, as in `{{seller.phone?}}`, is left
 * out if it is.
 */
export function fillPlaceholdersInHtml(
	html: string,
	config: Record<string, unknown>,
	file: string,
): string {
	return html
		.replaceAll(optionalEntry, (entry, path: string) =>
			valueAt(path, config) === undefined
				? ""
				: entry.replaceAll(/(?:\?|%3F)(?=\s*(?:\}\}|%7D%7D))/gi, ""),
		)
		.replaceAll(placeholder, (match) => escapeHtml(fillPlaceholders(match, config, file)));
}

/**
 * Returns `config` with the placeholders in all of its texts replaced, as in `headline: "{{name}} for riders"`. Throws an
 * Error that names the field and the placeholder if there is no such field.
 */
export function fillConfig<T extends object>(config: T): T {
	const facts: Record<string, unknown> = Object.fromEntries(Object.entries(config));
	const filled = (value: unknown, field: string): unknown => {
		if (typeof value === "string")
			return value.includes("{{") ? fillPlaceholders(value, facts, field) : value;
		if (typeof value !== "object" || value === null) return value;
		const entries = Object.entries(value).map(([key, one]) => [
			key,
			filled(one, `${field}.${key}`),
		]);
		return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
	};
	return filled(config, "shop.config.ts") as T;
}

/** Returns the field at a path such as `seller.phone`. */
function valueAt(path: string, config: Record<string, unknown>): unknown {
	return path.split(".").reduce<unknown>(property, config);
}

function property(object: unknown, name: string): unknown {
	return typeof object === "object" && object !== null && Object.hasOwn(object, name)
		? (object as Record<string, unknown>)[name]
		: undefined;
}
