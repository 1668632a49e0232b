/** The switches that make calls and webhooks fail on purpose. */
import type { Store } from "./store.ts";

const FAULTS = {
	webhooks: ["ok", "drop", "double", "delay", "reorder"],
	api: ["ok", "500", "429", "403", "slow", "hang", "lost"],
	tax: ["ok", "away"],
} as const;

type SwitchName = keyof typeof FAULTS;
type FaultOf<Name extends SwitchName> = (typeof FAULTS)[Name][number];

/** What a switch is set to: a fault, and optionally the endpoint or event type that has it, and how often. */
interface Setting<Name extends SwitchName> {
	fault: FaultOf<Name>;
	/** An endpoint as in `POST /v1/payment_intents/:id/cancel`, or an event type. Absent for all. */
	only?: string;
	/** How many more times. Absent until the switch is changed. */
	count?: number;
}

type Settings = { [Name in SwitchName]: Setting<Name> };

/** The switches as the control requests give them: a setting that is only a fault is its name. */
export type Faults = { [Name in SwitchName]: FaultOf<Name> | Setting<Name> };

function readSettings(store: Store): Settings {
	const stored: Partial<Faults> = JSON.parse(store.setting("faults") ?? "{}");
	return {
		webhooks: toSetting(stored.webhooks ?? "ok"),
		api: toSetting(stored.api ?? "ok"),
		tax: toSetting(stored.tax ?? "ok"),
	};
}

function toSetting<Name extends SwitchName>(value: FaultOf<Name> | Setting<Name>): Setting<Name> {
	return typeof value === "object" ? value : { fault: value };
}

function saveSettings(store: Store, settings: Settings): Faults {
	const faults = toValues(settings);
	store.saveSetting("faults", JSON.stringify(faults));
	return faults;
}

function toValue<Name extends SwitchName>(setting: Setting<Name>): FaultOf<Name> | Setting<Name> {
	return setting.only === undefined && setting.count === undefined ? setting.fault : setting;
}

function toValues({ webhooks, api, tax }: Settings): Faults {
	return { webhooks: toValue(webhooks), api: toValue(api), tax: toValue(tax) };
}

/** The current switches. They are stored until they are changed or used up. */
export function readFaults(store: Store): Faults {
	return toValues(readSettings(store));
}

/** The fault that a switch is set to, whatever it applies to. */
export function currentFault<Name extends SwitchName>(store: Store, name: Name): FaultOf<Name> {
	return readSettings(store)[name].fault;
}

/**
 * The fault of the next call to an endpoint, or the next event of a type: `ok` if there is none. Counts it.
 * A browser's call has only faults that are set for its endpoint.
 */
export function takeFault<Name extends SwitchName>(
	store: Store,
	name: Name,
	subject: string,
	isBrowser = false,
): FaultOf<Name> {
	const settings = readSettings(store);
	const { fault, only, count } = settings[name];
	const applies = only === undefined ? !isBrowser : only === subject;
	if (fault === "ok" || !applies) return "ok";
	if (count !== undefined) {
		const left = count > 1 ? { ...settings[name], count: count - 1 } : { fault: "ok" };
		saveSettings(store, { ...settings, [name]: left });
	}
	return fault;
}

/**
 * Sets the switches in `input` and leaves the others. `subjects` are what each can be limited to. Returns
 * an error that lists the valid values if a name or value is unknown.
 */
export function changeFaults(
	store: Store,
	input: unknown,
	subjects: Record<SwitchName, readonly string[]>,
): Faults | { error: string } {
	if (!isObject(input)) return { error: "Give an object with webhooks, api or tax." };
	for (const [name, value] of Object.entries(input)) {
		const error = switchError(name, value, subjects);
		if (error) return { error };
	}
	const { webhooks, api, tax } = { ...readFaults(store), ...(input as Partial<Faults>) };
	return saveSettings(store, {
		webhooks: toSetting(webhooks),
		api: toSetting(api),
		tax: toSetting(tax),
	});
}

function switchError(
	name: string,
	value: unknown,
	subjects: Record<SwitchName, readonly string[]>,
): string | undefined {
	if (name !== "webhooks" && name !== "api" && name !== "tax") {
		return `Unknown switch ${name}: the switches are webhooks, api and tax.`;
	}
	const { fault, only, count, ...rest } = isObject(value) ? value : { fault: value };
	const faults: readonly unknown[] = FAULTS[name];
	if (!faults.includes(fault)) return `${name} must be one of ${faults.join(", ")}.`;
	if (only !== undefined && !(typeof only === "string" && subjects[name].includes(only))) {
		return `${name}.only must be one of ${subjects[name].join(", ")}.`;
	}
	if (count !== undefined && !(Number.isInteger(count) && Number(count) > 0)) {
		return `${name}.count must be a positive integer.`;
	}
	const [unknown] = Object.keys(rest);
	return unknown && `Unknown field ${name}.${unknown}: the fields are fault, only and count.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
