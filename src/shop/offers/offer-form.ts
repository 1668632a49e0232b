/** The form of a rule or a code: how it is read, what is wrong with it, and what its fields have of an offer. */
import { dayOf, dayText, startOfDay } from "../../config/days.ts";
import { dayWrong } from "../../messages/messages.ts";
import { offerForm as texts } from "../../messages/offers.ts";
import { dayIn } from "../../values/days.ts";
import { maxLengths } from "../../values/fields.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { giftCodeIn } from "../gift-cards/gift-cards.ts";
import { codePattern, normalCode } from "./codes.ts";
import { actionNames, noEnd, type OfferTerms } from "./offer-terms.ts";
import type { SaleState } from "./sale-states.ts";

/** The most codes that are made at a time. */
export const maxNewCodes = 1000;

/** More than a sale may take off: nothing becomes free. */
const maxPercent = 90;

/** What a form asks for. */
export interface AskedOffer {
	label: string;
	terms: OfferTerms;
	startsAt: Date;
	endsAt: Date;
	/** The codes that staff ask for. */
	codes: AskedCodes | undefined;
}

export interface AskedCodes {
	oncePerCustomer: boolean;
	/** One code for many; empty for a set. */
	code: string;
	/** How many orders may have it. */
	maxUses: number | null;
	/** How many codes are made, each for one order, and what they begin with. */
	count: number;
	prefix: string;
}

const fieldNames = [
	...(["label", "action", "percent", "amount", "pieces", "pay", "category", "maker"] as const),
	...(["job", "tools", "with-sales", "min-pieces", "min-price", "first-day", "last-day"] as const),
	...(["combines", "code", "max-uses", "count", "prefix", "once", "preview"] as const),
] as const;
export type OfferFields = { [Name in (typeof fieldNames)[number]]?: string };

/** The fields of a form, without those that are empty. */
export function fieldsOf(form: URLSearchParams): OfferFields {
	const filled = fieldNames.flatMap((name) => {
		const text = (form.get(name) ?? "").trim();
		return text === "" ? [] : [[name, text]];
	});
	return Object.fromEntries(filled);
}

/** Texts of a field, one a line or with commas between. */
export const listIn = (text = "") =>
	text
		.split(/[\n,;]/)
		.map((one) => one.trim())
		.filter(Boolean);

/** A number, or undefined if the field is empty. What is no number is NaN. */
const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** Reads the form of a rule or, with `needsCode`, of a code. `tools` are the ids of those that it names. */
export function parseOffer(
	fields: OfferFields,
	needsCode: boolean,
	tools: readonly string[],
	now: Date,
): AskedOffer {
	const { category, maker, job } = fields;
	const [minPieces, minPrice] = [numberIn(fields["min-pieces"]), numberIn(fields["min-price"])];
	const [first, last] = [dayIn(fields["first-day"]), dayIn(fields["last-day"])];
	const begins = first === undefined ? now : new Date(startOfDay(first));
	return {
		label: fields.label ?? "",
		terms: {
			conditions: {
				...(category && { categories: [category] }),
				...(maker && { makers: listIn(maker) }),
				...(job && { jobs: [job] }),
				...(listIn(fields.tools).length > 0 && { tools: [...tools] }),
				...(!fields["with-sales"] && { withoutSales: true }),
				...(minPieces !== undefined && { minPieces }),
				...(minPrice !== undefined && { minCents: toCents(minPrice) }),
			},
			action: parseAction(fields),
			combines: fields.combines !== undefined,
		},
		startsAt: begins,
		endsAt: last === undefined ? noEnd : new Date(startOfDay(last + 1)),
		codes: needsCode
			? {
					oncePerCustomer: fields.once !== undefined,
					code: normalCode(fields.code ?? ""),
					maxUses: numberIn(fields["max-uses"]) ?? null,
					count: numberIn(fields.count) ?? 0,
					prefix: normalCode(fields.prefix ?? ""),
				}
			: undefined,
	};
}

function parseAction(fields: OfferFields): OfferTerms["action"] {
	const type = actionNames.find((name) => name === fields.action) ?? "percent";
	const number = (name: keyof OfferFields) => numberIn(fields[name]) ?? Number.NaN;
	if (type === "percent") return { type, value: number("percent") };
	if (type === "amount") return { type, value: toCents(number("amount")) };
	if (type === "payFor") return { type, value: { pieces: number("pieces"), pay: number("pay") } };
	return { type, value: true };
}

const isWhole = (value: unknown, min: number) =>
	typeof value === "number" && Number.isSafeInteger(value) && value >= min;

/** Whether an action does something that can be charged. */
function isPossible({ value }: OfferTerms["action"], type: OfferTerms["action"]["type"]): boolean {
	if (type === "percent") return typeof value === "number" && value > 0 && value <= maxPercent;
	if (type === "amount") return isWhole(value, 1);
	if (type === "payFor" && typeof value === "object")
		return isWhole(value.pieces, 2) && isWhole(value.pay, 1) && value.pay < value.pieces;
	return type === "freeShipping";
}

/** What is wrong with what a form asks for. `missing` are the tools that it names and nobody knows. */
export function offerProblems(
	{ label, terms, startsAt, endsAt, codes }: AskedOffer,
	missing: readonly string[],
	now: Date,
	isNew: boolean,
): string[] {
	const { minPieces, minCents } = terms.conditions;
	const isLimited = [minPieces, minCents].every((one) => one === undefined || isWhole(one, 1));
	return [
		...(label === "" || label.length > maxLengths.name ? [texts.labelMissing] : []),
		...(isPossible(terms.action, terms.action.type) ? [] : [texts.actionMissing]),
		...(isLimited ? [] : [texts.limitWrong]),
		...missing.map((text) => texts.toolUnknown(text)),
		...([startsAt, endsAt].some((at) => Number.isNaN(at.getTime())) ? [dayWrong] : []),
		...(endsAt <= now || endsAt <= startsAt ? [texts.endWrong] : []),
		...(codes ? codeProblems(codes, isNew) : []),
	];
}

function codeProblems({ code, maxUses, count, prefix }: AskedCodes, isNew: boolean): string[] {
	const isSet = count > 0;
	return [
		...(isNew && code === "" && !isSet ? [texts.codeMissing] : []),
		...(code !== "" && !codePattern.test(code) ? [texts.codeWrong] : []),
		...(giftCodeIn(code).giftCode === "" ? [] : [texts.codeLikeGiftCard]),
		...(prefix !== "" && !/^[A-Z0-9-]{1,16}$/.test(prefix) ? [texts.prefixWrong] : []),
		...(maxUses !== null && !isWhole(maxUses, 1) ? [texts.usesWrong] : []),
		...(isWhole(count, 0) && count <= maxNewCodes ? [] : [texts.countWrong(maxNewCodes)]),
	];
}

/** What the fields of the form have of an offer that is changed. */
export function fieldsOfOffer(
	{ label, terms, startsAt, endsAt, oncePerCustomer }: StoredOffer,
	tools: readonly string[],
): OfferFields {
	const { categories, makers, jobs, withoutSales, minPieces, minCents } = terms.conditions;
	const { type, value } = terms.action;
	const first = (list: unknown) => (Array.isArray(list) ? String(list[0] ?? "") : "");
	const all: OfferFields = {
		label,
		action: type,
		category: first(categories),
		job: first(jobs),
		maker: Array.isArray(makers) ? makers.join(", ") : "",
		tools: tools.join("\n"),
		"with-sales": withoutSales ? "" : "1",
		"min-pieces": String(minPieces ?? ""),
		"min-price": typeof minCents === "number" ? String(toPrice(minCents)) : "",
		combines: terms.combines ? "1" : "",
		once: oncePerCustomer ? "1" : "",
		"first-day": dayText(dayOf(startsAt.getTime())),
		"last-day": endsAt >= noEnd ? "" : dayText(dayOf(endsAt.getTime() - 1)),
		...(type === "percent" && { percent: String(value) }),
		...(type === "amount" && { amount: String(toPrice(Number(value))) }),
		...(typeof value === "object" && { pieces: String(value.pieces), pay: String(value.pay) }),
	};
	return all;
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
