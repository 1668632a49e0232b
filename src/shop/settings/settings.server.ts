/** Reads and stores the settings of the dashboard. */
import { sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { shipping as configuredShipping, tax as configuredTax } from "../../config/config.ts";
import { settings } from "../../db/setting-tables.ts";
import { type FieldErrors, ShopError } from "../../errors.ts";
import { closedUntil } from "../../messages/cart-lines.ts";
import { settingNames } from "../../messages/settings.ts";
import { purgeShop } from "../../platform/cache/page-cache.ts";
import { commit } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { logError } from "../../platform/services/log.ts";
import {
	keepSettings,
	keptSettings,
	lastSettings,
	type StoredSettings,
	selectSettings,
} from "../../platform/settings/stored-settings.ts";
import { parseForm } from "../../values/parse-form.ts";
import { formOf } from "../../values/record-fields.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { Holiday } from "./holiday.ts";
import type { Navigation } from "./navigation.ts";
import { type SettingTopic, settingTopics } from "./setting-topics.ts";
import {
	formatHolidayDay,
	holidayAt,
	parseSetting,
	type SettingChange,
	type SettingValues,
	settingFields,
	shippingAt,
} from "./settings.ts";

/** What the shop goes by now. */
export interface ShopSettings {
	/** Grows with each change of a setting by which orders are priced. */
	version: number;
	/** Where orders go and what that costs, with the days that a holiday adds. */
	shipping: SettingValues["shipping"];
	/** Which tax prices include, or what is calculated on top. */
	tax: SettingValues["tax"];
	/** The holiday, if it is one now. */
	holiday: Holiday | undefined;
	/** The links around every page, if the dashboard has set them. */
	navigation: Navigation | undefined;
}

/** Returns the settings: what the dashboard has stored, else what shop.config.ts says. A round trip at most once a minute. */
export async function shopSettings(): Promise<ShopSettings> {
	return settingsOf(keptSettings() ?? (await readStored()));
}

/** While the database can't be read, pages go by the last settings. An order compares their version. */
async function readStored(): Promise<StoredSettings> {
	try {
		return keepSettings(await selectSettings(database()));
	} catch (error) {
		logError("settings", error);
		return lastSettings();
	}
}

/** Returns what stored settings mean now. One that is no longer valid counts as not stored. */
export function settingsOf(stored: StoredSettings, now = Date.now()): ShopSettings {
	const holiday = holidayAt(storedValue(stored, "holiday"), now);
	const shipping = shippingAt(storedValue(stored, "shipping") ?? configuredShipping, holiday);
	const tax = storedValue(stored, "tax") ?? configuredTax;
	const navigation = storedValue(stored, "navigation");
	return { version: stored.version, shipping, tax, holiday, navigation };
}

function storedValue<Topic extends SettingTopic>(
	{ values }: StoredSettings,
	topic: Topic,
): SettingValues[Topic] | undefined {
	const stored = values.get(topic);
	if (stored === undefined || stored === null) return undefined;
	const parsed = parseSetting(topic, stored);
	return "value" in parsed ? parsed.value : undefined;
}

/** Returns what a setting is now, if the dashboard has stored it. */
export async function settingNow<Topic extends SettingTopic>(topic: Topic) {
	return storedValue(keptSettings() ?? (await readStored()), topic);
}

/** Returns what the shop ships and taxes by now, and until when it takes no orders, if so. */
export async function shippingNow() {
	const { shipping: all, tax, holiday } = await shopSettings();
	const { sender: _, ...shipping } = all;
	const isClosed = holiday?.mode === "closed";
	return { shipping, tax, ...(isClosed && { closedUntil: formatHolidayDay(holiday.to) }) };
}

/** The error of an order while the shop is closed. */
export const closedError = ({ to }: Holiday): ShopError =>
	new ShopError("shop_closed", { message: closedUntil(formatHolidayDay(to)) });

/** A setting as it is stored, with its version; undefined for what shop.config.ts says. */
interface Stored<Topic extends SettingTopic> {
	value: SettingValues[Topic] | undefined;
	version: number;
}

/** Returns all settings as they are stored. Not from memory. */
export async function readSettings(): Promise<{ [Topic in SettingTopic]: Stored<Topic> }> {
	const rows = await selectSettings(database());
	const stored = keepSettings(rows);
	const all = settingTopics.map((topic) => [
		topic,
		{
			value: storedValue(stored, topic),
			version: rows.find((row) => row.topic === topic)?.version ?? 0,
		},
	]);
	return Object.fromEntries(all) as { [Topic in SettingTopic]: Stored<Topic> };
}

/**
 * Stores what the form of a setting has sent, as `saveSetting` does: a version to restore, nothing if it is switched
 * off, or its fields. Returns what is wrong with these, or undefined.
 */
export async function saveSettingForm(
	caller: Caller,
	topic: SettingTopic,
	sent: URLSearchParams,
): Promise<{ fields: FieldErrors } | undefined> {
	const save = (value: string | null) =>
		saveSetting(caller, topic, { value, version: Number(sent.get("version")) });
	const restored = sent.get("restore");
	const fields = settingFields[topic];
	if (restored !== null) await save(restored || null);
	else if (!fields) throw new ShopError("not_found");
	else if (!sent.has("on")) await save(null);
	else {
		const read = parseForm(formOf(fields), sent);
		if ("fields" in read) return read;
		await save(JSON.stringify(read.output));
	}
	return undefined;
}

/** Undefined, which no schema takes, for what is not JSON. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Stores a setting, or with null that shop.config.ts counts again, and an audit entry with its value. Throws ShopError
 * `not_found`, `invalid` with the fields that are wrong, or `setting_changed` if it has another version by now.
 */
export async function saveSetting(
	caller: Caller,
	name: string,
	{ value, version }: SettingChange,
): Promise<{ version: number }> {
	const topic = settingTopics.find((one) => one === name);
	if (!topic) throw new ShopError("not_found");
	const parsed = value === null ? { value: null } : parseSetting(topic, parseJson(value));
	if ("errors" in parsed) throw new ShopError("invalid", { fields: parsed.errors });
	const json = parsed.value === null ? null : JSON.stringify(parsed.value);
	const seen = sql`coalesce((select ${settings.version} from ${settings} where ${settings.topic} = ${topic}), 0) = ${version}`;
	const row = { topic, value: parsed.value, version: version + 1, changedAt: new Date() };
	const { stored } = await commit({
		guard: [seen],
		write: {
			saved: database()
				.insert(settings)
				.values(row)
				.onConflictDoUpdate({ target: settings.topic, set: row }),
			audit: insertAuditEvent({
				action: "setting.changed",
				actorId: caller.id,
				subject: topic,
				detail: { name: settingNames[topic], value: json },
			}),
			stored: selectSettings(database()),
		},
		refused: () => {
			throw new ShopError("setting_changed");
		},
	});
	keepSettings(stored);
	purgeShop();
	return { version: row.version };
}
