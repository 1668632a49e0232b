/** The holiday of the shop: a notice on every page for some days, with longer delivery or without orders. */
import * as v from "valibot";
import { holidayTexts as texts } from "../../messages/settings.ts";
import {
	choiceField,
	countField,
	dayTextField,
	describeFields,
	optional,
	storedForm,
	textField,
} from "../../values/record-fields.ts";

/** What a holiday changes: nothing but the notice, days of delivery, or whether one can order. */
const modes = ["notice", "longer", "closed"] as const;

export const holidayFields = describeFields(texts, {
	/** What every page says meanwhile. */
	text: textField({ max: 200, missing: texts.noticeMissing }),
	/** Its first and its last day, in the shop's time zone. */
	from: dayTextField(texts.dayMissing),
	to: dayTextField(texts.dayMissing),
	mode: {
		...choiceField(
			modes.map((value) => ({ value, label: texts.modes[value] })),
			texts.modeMissing,
		),
		kind: "radio",
		usual: "notice",
	},
	/** How many days longer delivery takes. */
	moreDays: {
		...optional(countField({ min: 1, max: 60, wrong: texts.moreDaysMissing })),
		needs: "longer",
	},
});

export const holidaySetting = v.pipe(
	storedForm(holidayFields),
	v.forward(
		v.check(({ from, to }) => from <= to, texts.endsBeforeItBegins),
		["to"],
	),
	v.forward(
		v.check(
			({ mode, moreDays }) => mode !== "longer" || moreDays !== undefined,
			texts.moreDaysMissing,
		),
		["moreDays"],
	),
);
export type Holiday = v.InferOutput<typeof holidaySetting>;
