/**
 * The triggers and the search tables, which Drizzle's schema can't express. This is their only source;
 * `npm run migration` writes changes here into a migration.
 *
 * Each statement is one line, and each trigger has one BEGIN and one END in capitals, so that
 * `wrangler d1 migrations apply --remote` does not split it (workers-sdk issues 15690, 15314, 4713).
 */

import { customerTriggers, lastSeenTriggers, salesTriggers } from "./sales-sums.ts";
import type { Invariant, Trigger } from "./trigger.ts";
import { bundleTriggers } from "./triggers/bundles.ts";
import { facetTriggers } from "./triggers/catalogue.ts";
import { changeTriggers } from "./triggers/changes.ts";
import { familyAddressTriggers, familyTriggers, subjectTriggers } from "./triggers/families.ts";
import { giftCardTriggers } from "./triggers/gift-cards.ts";
import { invoiceTriggers } from "./triggers/invoices.ts";
import { codeTriggers, priceHistoryTriggers, saleTriggers } from "./triggers/offers.ts";
import { partnerTriggers } from "./triggers/partners.ts";
import { refundTriggers } from "./triggers/refunds.ts";
import { soldTriggers, starTriggers } from "./triggers/reviews.ts";
import { type SearchTable, searchSpecs, tableFor, triggersFor } from "./triggers/search-lists.ts";
import {
	type WordTable,
	wordTables,
	wordTriggers,
	wordVocabulary,
} from "./triggers/search-words.ts";
import { addressTriggers, backInStockTrigger, capabilityTriggers } from "./triggers/tools.ts";
import { blockedTrigger, guestTriggers, joinTriggers } from "./triggers/users.ts";

/** All search tables. */
export const searchTables: SearchTable[] = [...searchSpecs.map(tableFor), ...wordTables];

/** The tables of the words that corrections know. */
export const vocabularyTables: WordTable[] = wordVocabulary;

/** What triggers keep true. A `why` says what would break if each statement of the code had to. */
export const invariants: Invariant[] = [
	{
		name: "Staff's searches find what their lists show, and nothing else",
		why: "Orders, tools and customers change in many statements; one that forgot the index would hide them.",
		triggers: searchSpecs.flatMap(triggersFor),
	},
	{
		name: "Visitors' searches find the words of listed tools, with their price, stock and rating",
		why: "A sale or a review changes what a search filters and sorts by.",
		triggers: wordTriggers,
	},
	{
		name: "A partner's totals match its orders: shown ones, paid ones and their revenue",
		why: "The report reads one row per partner, not the orders; an order is paid, refunded or deleted in different places.",
		triggers: partnerTriggers,
	},
	{
		name: "What a listed tool can do has rows with its price and availability",
		why: "A search for what fits reads one table; orders, sales, forms and jobs change stock, prices and states.",
		triggers: capabilityTriggers,
	},
	{
		name: "A family has its listed tools; its cheapest available tool represents it in lists",
		why: "Lists and a family's page don't read a row for each of its tools; orders, sales and forms change which one is the cheapest in stock.",
		triggers: familyTriggers,
	},
	{
		name: "A bundle has its parts, never costs more than they do together, and has the stock that they allow",
		why: "Lists, searches, feeds, alerts and orders read a bundle like any tool; orders, sales and forms change its parts. No statement can set its stock apart from theirs.",
		triggers: bundleTriggers,
	},
	{
		name: "A review belongs to the page of its tool's family, or of the tool",
		why: "The page reads the newest reviews of up to a hundred tools from one index; tools join families and leave them.",
		triggers: subjectTriggers,
	},
	{
		name: "No two tools or families share an address, and a former address leads to its tool",
		why: "Ids, addresses and former addresses are in three columns of two tables, which no UNIQUE spans.",
		triggers: [...addressTriggers, ...familyAddressTriggers],
	},
	{
		name: "Each price that a tool was sold at is recorded, with its time",
		why: "A reduction must name the lowest price of the 30 days before (Directive 98/6/EC, Article 6a). Forms, files, bulk changes and sales set prices; if one forgot it, the page would lie.",
		triggers: priceHistoryTriggers,
	},
	{
		name: "A tool is in one sale at a time, and in none once it is archived",
		why: "The second sale would mistake the first one's price for the regular price; two forms sent at once both find the tool free.",
		triggers: saleTriggers,
	},
	{
		name: "A code's uses are the open or paid orders with it",
		why: "An order reads one row to know whether a use is left; orders expire, are deleted and are refunded in different places.",
		triggers: codeTriggers,
	},
	{
		name: "A gift card's balance is the sum of its entries, which stay as they are; an order that needs less of a card, or is closed unpaid, gives the rest back, and a refund onto a card is one of its entries. A gift card that is paid for becomes cards, and its refund takes their money",
		why: "Two simultaneous orders must not spend the same money, and orders are closed, repriced and refunded in different places.",
		triggers: giftCardTriggers,
	},
	{
		name: "A refund that is done never refunds more than is left of each line; the rest is overpaid",
		why: "Stripe's Dashboard knows nothing of store credit, and of two refunds either may be made first.",
		triggers: refundTriggers,
	},
	{
		name: "Invoices and credit notes stay as they were issued, and their numbers have no gaps",
		why: "The law requires both, whether the shop writes or a person with a console. A number follows the last one in its series and year, in the batch that makes the invoice.",
		triggers: invoiceTriggers,
	},
	{
		name: "A tool's counts by stars match its shown reviews",
		why: "Lists sort by rating from the tool's row; reviews are replaced, hidden and shown again.",
		triggers: starTriggers,
	},
	{
		name: "A tool's items sold are those in its paid orders that were not restocked",
		why: "Lists show best sellers first without reading orders; payments, refunds and cancellations change them.",
		triggers: soldTriggers,
	},
	{
		name: "Whether a tool is in stock, and the counts beside the filters, match the listed tools",
		why: "The catalog shows the counts on each page; every order changes stock.",
		triggers: facetTriggers,
	},
	{
		name: "Customers who asked are told when a tool can be ordered again",
		why: "Stock also rises when a reservation ends or an order is refunded. The message is part of that transaction.",
		triggers: [backInStockTrigger],
	},
	{
		name: "A guest's paid orders join the account with the same verified e-mail",
		why: "This holds however an e-mail is verified, by better-auth or around it, in the transaction that verifies or pays.",
		triggers: joinTriggers,
	},
	{
		name: "Nobody signs in as the guest, and the guest's row stays as it is",
		why: "All guests' orders refer to this row: anyone who could sign in with it would see them all.",
		triggers: guestTriggers,
	},
	{
		name: "A blocked account gets no session",
		why: "Sign-in by password, Google and a link each insert one, and a block may come between their check and the insert.",
		triggers: [blockedTrigger],
	},
	{
		name: "A day's totals, and a tool's sales by period, match the payments and refunds",
		why: "The overview reads one row per day; webhooks, jobs and staff pay and refund.",
		triggers: salesTriggers,
	},
	{
		name: "The orders and the spend of a customer, or of a guest by e-mail, match their orders",
		why: "The list of customers sorts by them; paying, refunding, deleting and joining change them.",
		triggers: customerTriggers,
	},
	{
		name: "A user was last seen when a session started or was renewed",
		why: "better-auth writes sessions.",
		triggers: lastSeenTriggers,
	},
	{
		name: "Tools, orders and reviews have the time when anything that calls return about them last changed",
		why: "Programs that poll need it. It is the database's time: a time taken before the transaction could be older than what a program has already read, and the program would miss the change.",
		triggers: changeTriggers,
	},
];

/** All triggers. */
export const triggers: Trigger[] = invariants.flatMap((invariant) => invariant.triggers);
