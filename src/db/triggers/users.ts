/** The triggers of accounts: the orders of guests that become a user's, and who never signs in. */
import { guestUserId } from "../../access/guest.ts";
import { type Trigger, trigger } from "../trigger.ts";

/** The most orders of guests that an account gets at once, the newest first. */
const maxJoined = 500;

/** Returns the statements that give a user the paid orders of guests that `orders` selects by number. */
function joinOrders(userId: string, orders: string): string[] {
	return [
		`UPDATE order_lines SET user_id = ${userId} WHERE order_id IN (SELECT id FROM orders WHERE number IN (${orders}))`,
		// The user, or an order that has joined before, may have the same key. A client's key has no spaces.
		`UPDATE orders SET user_id = ${userId}, request_key = 'guest ' || id WHERE number IN (${orders})`,
	];
}

const paidByGuest = (email: string) =>
	`SELECT number FROM orders WHERE email = ${email} AND user_id IS NULL AND transaction_id IS NOT NULL ORDER BY created_at DESC LIMIT ${maxJoined}`;
const ownerOfEmail = "(SELECT id FROM users WHERE email = new.email AND email_verified)";

export const joinTriggers: Trigger[] = [
	trigger(
		"users_verified_get_orders",
		"AFTER UPDATE OF email_verified ON users WHEN new.email_verified AND NOT old.email_verified",
		...joinOrders("new.id", paidByGuest("new.email")),
	),
	trigger(
		"users_added_get_orders",
		"AFTER INSERT ON users WHEN new.email_verified",
		...joinOrders("new.id", paidByGuest("new.email")),
	),
	trigger(
		"orders_paid_join_user",
		`AFTER UPDATE OF transaction_id, email ON orders WHEN new.user_id IS NULL AND new.transaction_id IS NOT NULL AND (old.transaction_id IS NULL OR old.email <> new.email) AND EXISTS ${ownerOfEmail}`,
		...joinOrders(ownerOfEmail, "new.number"),
	),
];

export const guestTriggers: Trigger[] = [
	...["accounts", "sessions"].map((table) =>
		trigger(
			`${table}_never_of_guest`,
			`BEFORE INSERT ON ${table} WHEN new.user_id = '${guestUserId}'`,
			"SELECT RAISE(ABORT, 'nobody signs in as the guest')",
		),
	),
	// Watches these columns alone: triggers and the doctor set others for all users.
	trigger(
		"users_guest_stays",
		`BEFORE UPDATE OF id, email, email_verified, role, blocked_at ON users WHEN old.id = '${guestUserId}'`,
		"SELECT RAISE(ABORT, 'the row of guests does not change')",
	),
];

export const blockedTrigger = trigger(
	"sessions_never_of_blocked",
	"BEFORE INSERT ON sessions WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND blocked_at IS NOT NULL)",
	"SELECT RAISE(ABORT, 'the account is blocked')",
);
