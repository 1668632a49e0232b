/** The triggers of accounts: the orders of guests that become a user's, and who never signs in. */
import { guestUserId } from "../../shop/users/guest.ts";
import { type Trigger, trigger } from "../trigger.ts";

/** The most checkouts of guests that an account gets at once, the newest first. */
const maxJoined = 500;

/** Returns the statements that give a user the paid checkouts of guests that `checkouts` selects by number. */
function joinCheckouts(userId: string, checkouts: string): string[] {
	return [
		`UPDATE orders SET user_id = ${userId} WHERE user_id = '${guestUserId}' AND checkout_id IN (SELECT id FROM checkouts WHERE number IN (${checkouts}))`,
		// The user, or a checkout that has joined before, may have the same key. A client's key has no spaces.
		`UPDATE checkouts SET user_id = ${userId}, request_key = 'guest ' || id WHERE number IN (${checkouts})`,
	];
}

const paidByGuest = (email: string) =>
	`SELECT number FROM checkouts WHERE email = ${email} AND user_id IS NULL AND transaction_id IS NOT NULL ORDER BY created_at DESC LIMIT ${maxJoined}`;
const ownerOfEmail = "(SELECT id FROM users WHERE email = new.email AND email_verified)";

/**
 * Triggers by which what a guest has paid joins the account whose verified e-mail it has, in the
 * transaction that verifies or pays: however an e-mail is verified. And
 * triggers that keep the guests' row as it is, without a session or an account.
 */
export const guestTriggers: Trigger[] = [
	trigger(
		"users_verified_get_checkouts",
		"AFTER UPDATE OF email_verified ON users WHEN new.email_verified AND NOT old.email_verified",
		...joinCheckouts("new.id", paidByGuest("new.email")),
	),
	trigger(
		"users_added_get_checkouts",
		"AFTER INSERT ON users WHEN new.email_verified",
		...joinCheckouts("new.id", paidByGuest("new.email")),
	),
	trigger(
		"checkouts_paid_join_user",
		`AFTER UPDATE OF transaction_id ON checkouts WHEN new.user_id IS NULL AND new.transaction_id IS NOT NULL AND old.transaction_id IS NULL AND EXISTS ${ownerOfEmail}`,
		...joinCheckouts(ownerOfEmail, "new.number"),
	),
	...["accounts", "sessions"].map((table) =>
		trigger(
			`${table}_never_of_guest`,
			`BEFORE INSERT ON ${table} WHEN new.user_id = '${guestUserId}'`,
			"SELECT RAISE(ABORT, 'nobody signs in as the guest')",
		),
	),
	trigger(
		"sessions_never_of_blocked",
		"BEFORE INSERT ON sessions WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND blocked_at IS NOT NULL)",
		"SELECT RAISE(ABORT, 'the account is blocked')",
	),
	// Of these columns alone: a migration may fill another one for all users.
	trigger(
		"users_guest_stays",
		`BEFORE UPDATE OF id, email, email_verified, role, blocked_at ON users WHEN old.id = '${guestUserId}'`,
		"SELECT RAISE(ABORT, 'the row of guests does not change')",
	),
];
