/**
 * The triggers and the search tables, which Drizzle's schema can't express. This is their only source;
 * `npm run migration` writes changes here into a migration.
 *
 * Each statement is one line, and each trigger has one BEGIN and one END in capitals, so that
 * `wrangler d1 migrations apply --remote` does not split it (workers-sdk issues 15690, 15314, 4713).
 */

import { sumTriggers } from "./sales-sums.ts";
import type { Trigger } from "./trigger.ts";
import { categoryListTriggers, facetTriggers } from "./triggers/catalogue.ts";
import { changeTriggers } from "./triggers/changes.ts";
import { partnerTriggers } from "./triggers/partners.ts";
import { hiddenReviewTriggers, toolCountTriggers } from "./triggers/reviews.ts";
import { type SearchTable, searchSpecs, tablesFor, triggersFor } from "./triggers/search-lists.ts";
import {
	type WordTable,
	wordTables,
	wordTriggers,
	wordVocabulary,
} from "./triggers/search-words.ts";
import {
	addressTriggers,
	backInStockTrigger,
	capabilityTriggers,
	furtherImageTriggers,
} from "./triggers/tools.ts";
import { guestTriggers } from "./triggers/users.ts";

/** All search tables. */
export const searchTables: SearchTable[] = [...searchSpecs.flatMap(tablesFor), ...wordTables];

/** The tables of the words that corrections know. */
export const vocabularyTables: WordTable[] = wordVocabulary;

/** All triggers. */
export const triggers: Trigger[] = [
	...searchSpecs.flatMap(triggersFor),
	...wordTriggers,
	...partnerTriggers,
	...capabilityTriggers,
	...furtherImageTriggers,
	...addressTriggers,
	...toolCountTriggers,
	...hiddenReviewTriggers,
	...facetTriggers,
	...categoryListTriggers,
	backInStockTrigger,
	...guestTriggers,
	...sumTriggers,
	...changeTriggers,
];
