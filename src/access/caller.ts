/** Who calls: a signed-in user, or a guest. */
import type { Role } from "./roles.ts";

/** How long an access token is valid, in milliseconds. */
export const tokenLifetimeMs = 60 * 60 * 1000;

/** The authenticated user of a request, read from the database each time. */
export interface Caller {
	id: string;
	name: string;
	email: string;
	phone: string;
	address: string;
	role: Role;
	/** Whether the e-mail is verified. */
	verified: boolean;
	sessionId: string;
}

/** Who places an order: a signed-in user, or a guest, who has only an e-mail and the id `guestUserId`. */
export type Customer = Pick<Caller, "id" | "name" | "email" | "phone" | "address" | "verified">;

/** Who calls about an order: a signed-in user, the guest who has the tokens of some orders, or both. */
export interface Buyer {
	user: Caller | undefined;
	/** SHA-256 of the tokens in the guest's cookie. */
	guestTokenHashes: readonly string[];
}
