/** The form of a rule or a code: its fields, how it is read, and what it shows of an offer. */
import * as v from "valibot";
import { dayOf, startOfDay } from "../../config/days.ts";
import type { FieldErrors } from "../../errors.ts";
import { offerForm as texts } from "../../messages/offers.ts";
import { maxLengths } from "../../values/fields.ts";
import { parseForm } from "../../values/parse-form.ts";
import {
	choiceField,
	countField,
	dayField,
	describeFields,
	type FieldRules,
	flagField,
	formOf,
	optional,
	textField,
} from "../../values/record-fields.ts";
import { giftCodeIn } from "../gift-cards/gift-cards.ts";
import { payForValue } from "./actions.ts";
import { codePattern, normalCode } from "./codes.ts";
import {
	type ActionName,
	actionNames,
	type ConditionName,
	conditionNames,
	noEnd,
	type OfferTerms,
} from "./offer-terms.ts";
import type { SaleState } from "./sale-states.ts";
import { actionFields, conditionFields } from "./term-fields.ts";

/** The most codes that are made at a time. */
const maxNewCodes = 1000;

const offerFields = {
	label: textField({ max: maxLengths.name, missing: texts.labelMissing }),
	action: {
		...choiceField(
			actionNames.map((value) => ({ value, label: texts.actions[value] })),
			texts.actionMissing,
		),
		usual: "percent",
	},
	firstDay: optional(dayField()),
	lastDay: optional(dayField(texts.endWrong)),
	combines: flagField(),
};

const codeFields = {
	/** One code for many; empty for a set. */
	code: {
		kind: "text" as const,
		rules: v.pipe(
			v.string(),
			v.transform(normalCode),
			v.check((code) => code === "" || codePattern.test(code), texts.codeWrong),
			v.check((code) => giftCodeIn(code).giftCode === "", texts.codeLikeGiftCard),
		),
		attributes: { maxlength: 32, autocapitalize: "characters", autocomplete: "off" },
	},
	/** How many orders may have it. */
	maxUses: optional(countField({ min: 1, wrong: texts.usesWrong }), null),
	/** How many codes are made, each for one order, and what they begin with. */
	count: optional(countField({ max: maxNewCodes, wrong: texts.countWrong(maxNewCodes) }), 0),
	prefix: {
		kind: "text" as const,
		rules: v.pipe(
			v.string(),
			v.transform(normalCode),
			v.regex(/^[A-Z0-9-]{0,16}$/, texts.prefixWrong),
		),
		attributes: { maxlength: 16, autocomplete: "off" },
	},
	oncePerCustomer: flagField(),
};

const fieldsOfConditions = Object.fromEntries(
	conditionNames.map((name) => [name, conditionFields[name].field]),
) as { [Name in ConditionName]: (typeof conditionFields)[Name]["field"] };
/** None is required by the browser: the action decides which count. */
const fieldsOfActions = Object.fromEntries(
	actionNames
		.flatMap((name) => Object.entries(actionFields[name].fields))
		.map(([name, field]) => [name, optional(field)]),
);

/** All fields of the form. */
export const fields = describeFields<Record<string, FieldRules>>(texts, {
	...offerFields,
	...fieldsOfActions,
	...fieldsOfConditions,
	...codeFields,
});

const named = (group: "about" | "needs") =>
	conditionNames.filter((name) => conditionFields[name].group === group);
/** The names of fields that stand together. */
export const fieldGroups = {
	action: Object.keys(fieldsOfActions),
	about: named("about"),
	needs: named("needs"),
};

const offerSchema = v.pipe(
	formOf(offerFields),
	v.forward(
		v.check(
			({ firstDay, lastDay }) =>
				firstDay === undefined || lastDay === undefined || firstDay <= lastDay,
			texts.endWrong,
		),
		["lastDay"],
	),
);
const newCodes = formOf(codeFields);
const firstCodes = v.pipe(
	newCodes,
	v.forward(
		v.check(({ code, count }) => code !== "" || count > 0, texts.codeMissing),
		["code"],
	),
);

/** What a form asks for. */
export interface AskedOffer {
	label: string;
	/** Tools as they are typed. */
	terms: OfferTerms;
	startsAt: Date;
	endsAt: Date;
	/** The codes that staff ask for. */
	codes: AskedCodes | undefined;
}
export type AskedCodes = v.InferOutput<typeof newCodes>;

/** Whether a field asks for a condition. */
const isAsked = (value: unknown) =>
	value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** Reads the form of a rule or, with `needsCode`, of a code; `isNew` if it has none yet. Returns what is wrong by field. */
export function readOffer(
	sent: URLSearchParams,
	{ needsCode, isNew, now }: { needsCode: boolean; isNew: boolean; now: Date },
): { output: AskedOffer } | { fields: FieldErrors } {
	const offer = parseForm(offerSchema, sent);
	const type = actionNames.find((name) => name === sent.get("action"));
	// Without an action only that is wrong.
	const action = type ? readAction(type, sent) : { fields: {} };
	const asked = parseForm(formOf(fieldsOfConditions), sent);
	const codes = needsCode ? parseForm(isNew ? firstCodes : newCodes, sent) : { output: undefined };
	if ("fields" in offer || "fields" in action || "fields" in asked || "fields" in codes) {
		const wrong = [offer, action, asked, codes].map((read) =>
			"fields" in read ? read.fields : {},
		);
		return { fields: Object.assign({}, ...wrong) };
	}
	const { label, firstDay, lastDay, combines } = offer.output;
	return {
		output: {
			label,
			terms: {
				conditions: Object.fromEntries(
					Object.entries(asked.output).filter(([, value]) => isAsked(value)),
				),
				action: action.output,
				combines,
			},
			startsAt: firstDay === undefined ? now : new Date(startOfDay(firstDay)),
			endsAt: lastDay === undefined ? noEnd : new Date(startOfDay(lastDay + 1)),
			codes: codes.output,
		},
	};
}

function readAction(
	type: ActionName,
	sent: URLSearchParams,
): { output: OfferTerms["action"] } | { fields: FieldErrors } {
	const { fields: own, problem } = actionFields[type];
	const read = parseForm(formOf(own), sent);
	if ("fields" in read) return read;
	const [first, ...others] = Object.values(read.output);
	const value = others.length > 0 ? v.parse(payForValue, read.output) : (first ?? true);
	const wrong = problem?.(value);
	return wrong ? { fields: wrong } : { output: { type, value } };
}

/** Returns what the form shows of an offer. */
export function shownOffer({ terms, startsAt, endsAt, ...offer }: StoredOffer) {
	const { type, value } = terms.action;
	const [name = "", ...others] = Object.keys(actionFields[type].fields);
	const asked = conditionNames.map((condition) => [
		condition,
		// A flag that is not asked for is off.
		terms.conditions[condition] ??
			(conditionFields[condition].field.kind === "flag" ? false : undefined),
	]);
	return {
		...offer,
		...(others.length > 0 ? Object(value) : { [name]: value }),
		...Object.fromEntries(asked),
		action: type,
		combines: terms.combines,
		firstDay: dayOf(startsAt.getTime()),
		lastDay: endsAt >= noEnd ? undefined : dayOf(endsAt.getTime() - 1),
	};
}

interface StoredOffer extends Pick<AskedOffer, "label" | "terms" | "startsAt" | "endsAt"> {
	oncePerCustomer: boolean;
}

/** The state of an offer, which follows from its times. */
export function offerState(
	{ startsAt, endsAt }: { startsAt: Date; endsAt: Date },
	now: Date,
): SaleState {
	if (endsAt <= now) return "ended";
	return startsAt > now ? "planned" : "running";
}
