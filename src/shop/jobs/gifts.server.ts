/** Reads what the guide for a gift offers. */
import { type BikeRule, likelyBike } from "../fit/likely-bike.ts";
import type { Vocabulary } from "../fit/standards.ts";
import type { Tool } from "../tools/tools.ts";
import {
	chooseGifts,
	type Gift,
	type GiftAnswers,
	giftCardFor,
	giftJobs,
	giftSums,
	nextGiftQuestion,
} from "./gifts.ts";
import { findJobTools } from "./jobs.server.ts";
import type { Job } from "./jobs.ts";
import { kitOptions } from "./kit.ts";

interface FoundGifts {
	/** The sums to choose from, in minor units. */
	sums: number[];
	gifts: Gift[];
	/** The gift card that is worth the most of the sum. */
	card: Tool | undefined;
}

/** Returns what the guide shows for these answers: nothing is read until the sum is asked for. At most one query. */
export async function findGifts(
	answers: GiftAnswers,
	allJobs: readonly Job[],
	rules: readonly BikeRule[],
	vocabulary: Vocabulary,
): Promise<FoundGifts> {
	const question = nextGiftQuestion(answers);
	const { kind, mends, upToCents } = answers;
	if (question && question !== "up-to") return { sums: [], gifts: [], card: undefined };
	const jobs = mends && upToCents ? giftJobs(allJobs, mends) : [];
	const needs = jobs.flatMap((job) => job.needs);
	const rulesThatApply = likelyBike(kind ? { kind } : {}, rules);
	const bike = Object.fromEntries(
		rulesThatApply.map(({ dimension, standard }) => [dimension, standard]),
	);
	const { tools, left, kits, cards } = await findJobTools(needs, bike, vocabulary, {
		kits: [...new Set(jobs.flatMap((job) => job.kit ?? []))],
		giftCards: true,
	});
	const sums = giftSums(cards);
	if (!upToCents) return { sums, gifts: [], card: undefined };
	const options = kitOptions(needs, bike, tools, vocabulary, left);
	return {
		sums,
		gifts: chooseGifts(options, kits, { bike, upToCents }, vocabulary),
		card: giftCardFor(cards, upToCents),
	};
}
