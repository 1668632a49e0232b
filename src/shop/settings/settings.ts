/** The settings of the dashboard: their schemas, and the holidays of the shop. Runs in the Worker and the browser. */
import * as v from "valibot";
import { currency, reservationMinutes } from "../../config/config.ts";
import { dayOf, parseDay } from "../../config/days.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { check, problem } from "../../config/schema-parts.ts";
import { shipping, shippingErrors } from "../../config/shipping-schema.ts";
import { reservationErrors, tax, taxErrors } from "../../config/tax-schema.ts";
import type { FieldErrors } from "../../errors.ts";
import { formatDay, text } from "../../values/fields.ts";
import type { RecordFields } from "../../values/record-fields.ts";
import { type Holiday, holidayFields, holidaySetting } from "./holiday.ts";
import { type HomeTools, homeSetting } from "./home.ts";
import { mailTexts, type OwnMailTexts } from "./mail-texts.ts";
import { type Navigation, navigationSetting } from "./navigation.ts";
import type { SettingTopic } from "./setting-topics.ts";

export interface SettingValues {
	shipping: ShopConfig["shipping"];
	tax: ShopConfig["tax"];
	holiday: Holiday;
	mails: OwnMailTexts;
	navigation: Navigation;
	home: HomeTools;
}

const schemas: { [Topic in SettingTopic]: v.GenericSchema<unknown, SettingValues[Topic]> } = {
	shipping: v.pipe(
		shipping,
		check((value) => shippingErrors(value, currency)),
	),
	tax: v.pipe(
		tax,
		check((value) => [
			...reservationErrors(reservationMinutes, value, "mode"),
			...taxErrors(value, currency),
		]),
	),
	holiday: holidaySetting,
	mails: mailTexts,
	navigation: navigationSetting,
	home: homeSetting,
};

/** The fields of topics that are a form of their own; for others see islands/settings. */
export const settingFields: { readonly [Topic in SettingTopic]?: RecordFields } = {
	holiday: holidayFields,
};

/** Returns a topic's value, or what is wrong with it by field. */
export function parseSetting<Topic extends SettingTopic>(
	topic: Topic,
	input: unknown,
): { value: SettingValues[Topic] } | { errors: FieldErrors } {
	const schema: v.GenericSchema<unknown, SettingValues[Topic]> = schemas[topic];
	const result = v.safeParse(schema, input);
	if (result.success) return { value: result.output };
	const errors = result.issues.map((issue) => [v.getDotPath(issue) ?? "value", problem(issue)]);
	return { errors: Object.fromEntries(errors) };
}

/** Maximum length of a setting as JSON, in characters. */
const maxSettingLength = 20_000;

/** What the dashboard sends to change a setting. */
export const settingChange = v.object({
	/** JSON by the topic's schema, a text so that the history can be restored as it is; null for what shop.config.ts says. */
	value: v.nullable(text(maxSettingLength)),
	/** The version that was read, so that nobody overwrites what another has set meanwhile. */
	version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type SettingChange = v.InferOutput<typeof settingChange>;

/** Returns a day of a holiday as people read it. */
export const formatHolidayDay = (text: string): string => formatDay(new Date(`${text}T00:00:00Z`));

/** Returns the holiday if it is one now, in UTC milliseconds. */
export function holidayAt(setting: Holiday | undefined, now: number): Holiday | undefined {
	if (!setting) return undefined;
	const [today, from, to] = [dayOf(now), parseDay(setting.from), parseDay(setting.to)];
	if (from === undefined || to === undefined) return undefined;
	return from <= today && today <= to ? setting : undefined;
}

/** Returns the rates while a holiday makes delivery longer. */
export function shippingAt(
	config: ShopConfig["shipping"],
	current: Holiday | undefined,
): ShopConfig["shipping"] {
	const more = current?.mode === "longer" ? (current.moreDays ?? 0) : 0;
	if (more === 0) return config;
	const longer = ([from, to]: [number, number]): [number, number] => [from + more, to + more];
	const rates = config.rates.map((rate) =>
		rate.days ? { ...rate, days: longer(rate.days) } : rate,
	);
	return { ...config, rates };
}
