/** Checkouts for orders that a test, the bench or a fixture has inserted by itself, each with a checkout of its own. */

/** The columns that such an order and its checkout have alike. */
const sameColumns =
	"id, user_id, email, phone, total_cents, currency, transaction_id, paid_at, closed_at, closed_why, request_key, created_at, expires_at";

/** The statement that inserts the checkout of each order without one. The order's `checkout_id` is its own id. */
export const insertMissingCheckouts = `insert into checkouts (name, line1, items_cents, payment_intent_id, ${sameColumns}) select user_name, address, total_cents, transaction_id, ${sameColumns} from orders where checkout_id = id and id not in (select id from checkouts)`;
