/** Store credit: of an account, or of a guest, who gets a code for it. */
import { sql } from "drizzle-orm";
import { giftCards } from "../../db/gift-card-tables.ts";
import { insertFrom } from "../../platform/database/database.ts";
import { codeColumns } from "./gift-code.server.ts";

interface Owner {
	/** The order's. */
	id: string;
	userId: string | null;
	email: string;
	currency: string;
}

/** The id of the credit of the account that has an order, or of its guest. */
export const creditIdOf = ({ id, userId }: Pick<Owner, "id" | "userId">): string =>
	`credit-${userId ?? id}`;

/** The statement that makes this credit if there is none. */
export async function addCredit(owner: Owner, now: Date) {
	const id = creditIdOf(owner);
	const { userId, email, currency } = owner;
	const ofGuest = userId === null ? { ...(await codeColumns(id)).columns, email } : undefined;
	return {
		credit: insertFrom(
			giftCards,
			{ id, kind: "store_credit", userId, ...ofGuest, currency, issuedAt: now.getTime() },
			sql`from (select 1) where true`,
		).onConflictDoNothing(),
	};
}
