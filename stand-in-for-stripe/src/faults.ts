import type { Store } from "./store.ts";

const FAULT_VALUES = {
	webhooks: ["ok", "drop", "double", "delay", "reorder"],
	api: ["ok", "500", "hang"],
} as const;

export interface Faults {
	webhooks: (typeof FAULT_VALUES.webhooks)[number];
	api: (typeof FAULT_VALUES.api)[number];
}

/** The current switches. They are stored until they are changed. */
export function readFaults(store: Store): Faults {
	return { webhooks: "ok", api: "ok", ...JSON.parse(store.setting("faults") ?? "{}") };
}

/**
 * Sets the switches in `input` and leaves the others. Returns an error that lists the valid values if a
 * name or value is unknown.
 */
export function changeFaults(store: Store, input: unknown): Faults | { error: string } {
	if (typeof input !== "object" || input === null || Array.isArray(input)) {
		return { error: "Give an object with webhooks, api or both." };
	}
	for (const [name, value] of Object.entries(input)) {
		const values: readonly string[] | undefined = name in FAULT_VALUES ? valuesOf(name) : undefined;
		if (!values) return { error: `Unknown switch ${name}: the switches are webhooks and api.` };
		if (typeof value !== "string" || !values.includes(value)) {
			return { error: `${name} must be one of ${values.join(", ")}.` };
		}
	}
	const faults = { ...readFaults(store), ...input };
	store.saveSetting("faults", JSON.stringify(faults));
	return faults;
}

function valuesOf(name: string): readonly string[] {
	return name === "webhooks" ? FAULT_VALUES.webhooks : name === "api" ? FAULT_VALUES.api : [];
}
