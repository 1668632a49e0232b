/** A value of a form in Stripe's encoding: text, a list, or a group of values. */
export type FormValue = string | FormValue[] | Form;

/** A parsed form. It has no prototype, so `__proto__` is a normal field name. */
export interface Form {
	[name: string]: FormValue;
}

/**
 * Parses Stripe's bracket notation: `a=1&card[number]=42&types[]=x&list[0][id]=7`. Never throws: a name
 * with unbalanced brackets is used as it is.
 *
 * Stripe API: Introduction ("form-encoded request bodies").
 */
export function parseForm(text: string): Form {
	const form: Form = Object.create(null);
	for (const [name, value] of new URLSearchParams(text)) {
		setValue(form, pathOf(name), value);
	}
	return convertLists(form);
}

/** The text under a name, or undefined if it is absent or a group. */
export function textOf(form: Form, name: string): string | undefined {
	const value = form[name];
	return typeof value === "string" ? value : undefined;
}

/** The group under a name, or undefined if it is absent or text. */
export function groupOf(form: Form, name: string): Form | undefined {
	const value = form[name];
	return value !== undefined && typeof value === "object" && !Array.isArray(value)
		? value
		: undefined;
}

/** The texts under a name, sent as a list or as a single text. */
export function textsOf(form: Form, name: string): string[] {
	const value = form[name];
	const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
	return list.filter((item) => typeof item === "string");
}

/** The groups of a list under a name. */
export function groupsOf(form: Form, name: string): Form[] {
	const value = form[name];
	const list = Array.isArray(value) ? value : [];
	return list.filter((item): item is Form => typeof item === "object" && !Array.isArray(item));
}

/** A form as text, independent of the order of its fields. */
export function canonicalForm(value: FormValue): string {
	if (typeof value === "string") return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(canonicalForm).join(",")}]`;
	const named = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${named.map(([name, member]) => `${JSON.stringify(name)}:${canonicalForm(member)}`).join(",")}}`;
}

function pathOf(name: string): string[] {
	if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) return [name];
	return name.replaceAll("]", "").split("[");
}

function setValue(form: Form, path: string[], value: string): void {
	let group = form;
	for (const segment of path.slice(0, -1)) {
		group = ensureGroup(group, nextName(group, segment));
	}
	group[nextName(group, path.at(-1) ?? "")] = value;
}

/** `[]` gets the next free index, so that `[]` and numbered lists have the same result. */
function nextName(group: Form, segment: string): string {
	return segment === "" ? String(Object.keys(group).length) : segment;
}

function ensureGroup(group: Form, name: string): Form {
	const found = groupOf(group, name);
	if (found) return found;
	const created: Form = Object.create(null);
	group[name] = created;
	return created;
}

function convertLists(form: Form): Form {
	for (const [name, value] of Object.entries(form)) {
		if (typeof value !== "object" || Array.isArray(value)) continue;
		const group = convertLists(value);
		const names = Object.keys(group);
		form[name] = names.every((key) => /^\d+$/.test(key)) ? Object.values(group) : group;
	}
	return form;
}
