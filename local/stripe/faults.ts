import type { Store } from "./store.ts";

const FAULT_VALUES = {
	webhooks: ["ok", "drop", "double", "delay", "reorder"],
	api: ["ok", "500", "hang"],
} as const;

export interface Faults {
	webhooks: (typeof FAULT_VALUES.webhooks)[number];
	api: (typeof FAULT_VALUES.api)[number];
}

/** The switches as they stand. They hold, through restarts too, until they are changed. */
export function readFaults(store: Store): Faults {
	return { webhooks: "ok", api: "ok", ...JSON.parse(store.setting("faults") ?? "{}") };
}

/**
 * Sets the switches named in `wanted` and leaves the others. Refuses, with a sentence that says
 * what is possible, anything but an object with known names and values.
 */
export function changeFaults(store: Store, input: unknown): Faults | { error: string } {
	if (typeof input !== "object" || input === null || Array.isArray(input)) {
		return { error: "The switches are an object with webhooks, api or both." };
	}
	for (const [name, value] of Object.entries(input)) {
		const values: readonly string[] | undefined = name in FAULT_VALUES ? valuesOf(name) : undefined;
		if (!values) return { error: `There is no switch ${name}; there are webhooks and api.` };
		if (typeof value !== "string" || !values.includes(value)) {
			return { error: `${name} is one of ${values.join(", ")}.` };
		}
	}
	const faults = { ...readFaults(store), ...input };
	store.saveSetting("faults", JSON.stringify(faults));
	return faults;
}

function valuesOf(name: string): readonly string[] {
	return name === "webhooks" ? FAULT_VALUES.webhooks : name === "api" ? FAULT_VALUES.api : [];
}
