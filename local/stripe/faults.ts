import type { Store } from "./store.ts";

const CHOICES = {
	webhooks: ["ok", "drop", "double", "delay", "reorder"],
	api: ["ok", "500", "hang"],
} as const;

export interface Faults {
	webhooks: (typeof CHOICES.webhooks)[number];
	api: (typeof CHOICES.api)[number];
}

/** The switches as they stand. They hold, through restarts too, until they are changed. */
export function readFaults(store: Store): Faults {
	return { webhooks: "ok", api: "ok", ...JSON.parse(store.setting("faults") ?? "{}") };
}

/**
 * Sets the switches named in `wanted` and leaves the others. Refuses, with a sentence that says
 * what is possible, anything but an object with known names and values.
 */
export function changeFaults(store: Store, wanted: unknown): Faults | { refused: string } {
	if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) {
		return { refused: "The switches are an object with webhooks, api or both." };
	}
	for (const [name, value] of Object.entries(wanted)) {
		const choices: readonly string[] | undefined = name in CHOICES ? choicesOf(name) : undefined;
		if (!choices) return { refused: `There is no switch ${name}; there are webhooks and api.` };
		if (typeof value !== "string" || !choices.includes(value)) {
			return { refused: `${name} is one of ${choices.join(", ")}.` };
		}
	}
	const faults = { ...readFaults(store), ...wanted };
	store.keepSetting("faults", JSON.stringify(faults));
	return faults;
}

function choicesOf(name: string): readonly string[] {
	return name === "webhooks" ? CHOICES.webhooks : name === "api" ? CHOICES.api : [];
}
