/**
 * The guide for a gift: what a rider rides and mends, and how much it may cost, lead to what can be bought for that. The
 * answers are in the address.
 */
import { centsPerUnit, priceDecimals } from "../../config/config.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { type Capability, usesOf } from "../fit/capabilities.ts";
import { type Bike, verdictOfAll } from "../fit/fit.ts";
import { type Answers, answerValues } from "../fit/likely-bike.ts";
import type { Vocabulary } from "../fit/standards.ts";
import { canOrder } from "../tools/availability.ts";
import { pricingOf } from "../tools/pricing.ts";
import type { Tool } from "../tools/tools.ts";
import type { Job } from "./jobs.ts";
import type { FoundKit, JobTool, NeedOptions } from "./kit.ts";

/** What a rider mends, by the group of its jobs. Bottom brackets are measured before anybody buys a tool for one. */
const groups = {
	tires: "Wheels and tires",
	gears: "Drivetrain",
	brakes: "Brakes",
	bolts: "Steering",
} as const satisfies Record<string, Job["group"]>;

export const mendValues = ["tires", "gears", "brakes", "bolts", "unknown"] as const;
export type Mends = (typeof mendValues)[number];

/** The questions in their order, by their parameter. */
export const giftQuestions = ["kind", "mends", "up-to"] as const;
export type GiftQuestion = (typeof giftQuestions)[number];

export interface GiftAnswers {
	kind?: NonNullable<Answers["kind"]>;
	mends?: Mends;
	/** The most that the gift may cost. */
	upToCents?: number;
}

/** Reads the answers in an address. What is malformed is no answer. */
export function readGiftAnswers(params: URLSearchParams): GiftAnswers {
	const kind = answerValues.kind.find((value) => value === params.get("kind"));
	const mends = mendValues.find((value) => value === params.get("mends"));
	const upTo = params.get("up-to") ?? "";
	const upToCents = /^[1-9]\d{0,6}$/.test(upTo) ? toCents(Number(upTo)) : undefined;
	return { ...(kind && { kind }), ...(mends && { mends }), ...(upToCents && { upToCents }) };
}

/** Returns the parameters of an address with these answers, in the order of the questions. */
export function giftParams({ kind, mends, upToCents }: GiftAnswers): URLSearchParams {
	return new URLSearchParams({
		...(kind && { kind }),
		...(mends && { mends }),
		...(upToCents && { "up-to": String(Math.floor(toPrice(upToCents))) }),
	});
}

/** Returns the first question without an answer. */
export function nextGiftQuestion({
	kind,
	mends,
	upToCents,
}: GiftAnswers): GiftQuestion | undefined {
	if (!kind) return "kind";
	if (!mends) return "mends";
	return upToCents ? undefined : "up-to";
}

const difficulties: readonly Job["difficulty"][] = ["easy", "medium", "hard"];

/** Returns the jobs that a gift may be for, the easy ones first: of whom nobody knows what they mend, these alone. */
export function giftJobs<Found extends Pick<Job, "group" | "difficulty">>(
	jobs: readonly Found[],
	mends: Mends,
): Found[] {
	return jobs
		.filter(({ group, difficulty }) =>
			mends === "unknown" ? difficulty === "easy" : group === groups[mends],
		)
		.toSorted(
			(one, other) => difficulties.indexOf(one.difficulty) - difficulties.indexOf(other.difficulty),
		);
}

/** What a gift may cost, if the shop sells no cards: amounts that are round in its currency. */
const roundSums = [25, 50, 100].map(
	(units) => units * (priceDecimals === 0 ? 100 : 1) * centsPerUnit,
);

/** Returns the sums to choose from, in minor units, the smallest first: those of the shop's gift cards that can be bought. */
export function giftSums(cards: readonly Tool[]): number[] {
	const sums = new Set(
		cards
			.filter(canOrder)
			.map(costOf)
			.filter((cents) => cents % centsPerUnit === 0),
	);
	return sums.size > 1 ? [...sums].toSorted((one, other) => one - other) : roundSums;
}

/** Returns the gift card that is worth the most of a sum, if one can be bought for it. */
export function giftCardFor(cards: readonly Tool[], upToCents: number): Tool | undefined {
	return cards
		.filter((card) => canOrder(card) && costOf(card) <= upToCents)
		.toSorted((one, other) => costOf(other) - costOf(one))[0];
}

/** A tool or a kit that can be bought for the sum. */
export interface Gift {
	tool: Tool;
	isKit: boolean;
	/** What the rider has to be asked, because most bikes of the kind fit and not all: dimensions, by their ids. */
	ask: string[];
}

/** What one pays at least, in minor units. */
const costOf = (tool: Tool): number => toCents(pricingOf(tool).smallestOrder.price);

/** How many gifts are shown. */
const maxGifts = 9;

/**
 * Returns the tools and kits for a rider that can be bought for the sum: none that does not fit what the bike is known to
 * have, and none that fits fewer than half of what it may have. Kits come first, because a kit is all that a job takes, then
 * what fits whatever the bike has, then what is worth the most of the sum.
 */
export function chooseGifts(
	options: readonly NeedOptions<JobTool>[],
	kits: readonly FoundKit[],
	{ bike, upToCents }: { bike: Bike; upToCents: number },
	vocabulary: Vocabulary,
): Gift[] {
	const suiting = new Set(
		options.flatMap(({ tools, missing }) => {
			const all = tools.reduce((sum, { standards }) => sum + standards.length, missing.length);
			return tools.flatMap(({ tool, standards }) => (2 * standards.length >= all ? [tool] : []));
		}),
	);
	const candidates = [
		...kits.map(({ tool, fitting }) => ({ tool, fitting, isKit: true })),
		...[...suiting].map(({ tool, capabilities }) => ({
			tool,
			fitting: [capabilities],
			isKit: false,
		})),
	];
	return candidates
		.filter(({ tool }) => canOrder(tool) && costOf(tool) <= upToCents)
		.flatMap(({ tool, fitting, isKit }): Gift[] => {
			const outcome = verdictOfAll(fitting, bike, vocabulary)?.outcome;
			if (outcome === "fits") return [{ tool, isKit, ask: [] }];
			const ask = fitting.flatMap((capabilities) => toAsk(capabilities, bike, vocabulary));
			return outcome === "not-known" && ask.length > 0
				? [{ tool, isKit, ask: [...new Set(ask)] }]
				: [];
		})
		.toSorted(
			(one, other) =>
				Number(other.isKit) - Number(one.isKit) ||
				Number(one.ask.length > 0) - Number(other.ask.length > 0) ||
				costOf(other.tool) - costOf(one.tool),
		)
		.slice(0, maxGifts);
}

/** Returns the dimensions that decide whether a tool fits, and that nobody knows of this bike. */
function toAsk(capabilities: readonly Capability[], bike: Bike, vocabulary: Vocabulary): string[] {
	if (verdictOfAll([capabilities], bike, vocabulary)?.outcome !== "not-known") return [];
	const [use = []] = usesOf(capabilities);
	return use.flatMap(({ dimension = "" }) =>
		vocabulary.dimensions[dimension]?.ofTheBike && bike[dimension] === undefined ? [dimension] : [],
	);
}
