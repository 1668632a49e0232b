/** Customers as administrators see them, and what they change about an account. */
import * as v from "valibot";
import { type Role, roles } from "../../access/roles.ts";
import { blockReasonRequired } from "../../messages/customers.ts";
import { noteRequired } from "../../messages/notes.ts";
import { multilineText, requiredMultilineText } from "../../values/fields.ts";
import { type Cursor, decodeCursor } from "../../values/paging.ts";
import { pasted } from "../../values/pasted.ts";

/** Customers per page. */
export const customersPageSize = 25;

/** What the list can be sorted by: the newest or those that spent most first. */
export const customerSorts = ["newest", "spent"] as const;
export type CustomerSort = (typeof customerSorts)[number];

/** A user in the list, or a guest who has paid: their id is the e-mail. */
export interface CustomerRow {
	id: string;
	name: string;
	email: string;
	role: Role | "guest";
	verified: boolean;
	blockedAt: Date | null;
	orderCount: number;
	spentCents: number;
	/** To the day: a session is renewed once a day. */
	lastSeenAt: Date | null;
}

export interface CustomerQuery {
	/** The search text; empty for none. */
	q: string;
	/** `newest` with a search. */
	sort: CustomerSort;
	cursor: Cursor | undefined;
}

const maxSearchLength = 100;

/** Reads what an address asks for. What it does not understand it leaves out. */
export function parseCustomerQuery({ searchParams }: URL): CustomerQuery {
	const q = pasted(searchParams.get("q") ?? "").slice(0, maxSearchLength);
	const sort = customerSorts.find((known) => known === searchParams.get("sort")) ?? "newest";
	return {
		q,
		sort: q ? "newest" : sort,
		cursor: decodeCursor(searchParams.get("cursor")),
	};
}

/** Maximum length of a note, in characters. */
export const maxCustomerNoteLength = 1000;

export const customerNote = v.object({
	text: requiredMultilineText(maxCustomerNoteLength, noteRequired),
});

/** Maximum length of the reason of a block, in characters. */
export const maxBlockReasonLength = 200;

/** Whether an account is blocked, and why. Only administrators see the reason. */
export const blockChange = v.pipe(
	v.object({ blocked: v.boolean(), reason: v.optional(multilineText(maxBlockReasonLength), "") }),
	v.forward(
		v.partialCheck(
			[["blocked"], ["reason"]],
			({ blocked, reason }) => !blocked || reason !== "",
			blockReasonRequired,
		),
		["reason"],
	),
	v.examples([{ blocked: true, reason: "Sends spam" }]),
);
export type BlockChange = v.InferOutput<typeof blockChange>;

/** A user's new role. */
export const roleChange = v.object({ role: v.picklist(roles) });
