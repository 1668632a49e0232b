/** What the history is planned as, before it becomes rows. Timestamps are in UTC milliseconds. */
import type { Address } from "../../../src/shop/addresses/address-columns.ts";
import type { refundReasons } from "../../../src/shop/refunds/refund-states.ts";
import type { ReviewText } from "./review-texts.ts";

export interface Person {
	/** The id of the account; null for a guest. */
	userId: string | null;
	name: string;
	email: string;
	phone: string;
	address: Address;
	/** How often they come back, from 0. */
	loyalty: number;
}

export interface WantedLine {
	tool: string;
	quantity: number;
}

export interface PlannedReview extends ReviewText {
	at: number;
}

type Reason = (typeof refundReasons)[number];

export type PlannedRefund =
	/** Before it is shipped, all of it. */
	| { kind: "cancelled"; byCustomer: boolean; hours: number }
	/** Some days after it was shipped: all of it, or its first line. */
	| { kind: "whole" | "line"; days: number; reason: Reason; restock: boolean; note: string }
	/** Some days after it was shipped: a share of its first line. The bank has returned one that failed. */
	| { kind: "amount" | "failed"; share: number; days: number; reason: Reason; note: string }
	/** Its first line, which was not there when the rest was packed. */
	| { kind: "missing"; note: string };

export interface PlannedOrder {
	/** When it was placed. */
	at: number;
	person: Person;
	lines: readonly WantedLine[];
	fate: "paid" | "unpaid" | "expired" | "deleted";
	origin: "shop" | "phone";
	partner?: string | undefined;
	/** A review that the customer writes later of its first line. */
	review?: PlannedReview | undefined;
	/** The place in data.ts of the review that the customer writes later. */
	demoReview?: number | undefined;
	refund?: PlannedRefund | undefined;
	disputed?: boolean;
	/** Its parcels, by the places of their lines; undefined if they follow from the time. */
	parcels?: readonly { lines: readonly number[]; at: number }[] | undefined;
	/** The places of the lines that are packed. */
	packed?: readonly number[];
}
