/** Orders for lines that a test, the bench or a fixture has inserted by itself, each with an order of its own. */

/** The columns that such a line and its order have alike. */
const sameColumns =
	"id, user_id, email, phone, total_cents, currency, transaction_id, paid_at, closed_at, closed_why, created_at, expires_at";

/** The statement that inserts the order of each line without one. The line's `order_id` is its own id. */
export const insertMissingOrders = `insert into orders (name, line1, items_cents, payment_intent_id, request_key, ${sameColumns}) select user_name, address, total_cents, transaction_id, id, ${sameColumns} from order_lines where order_id = id and id not in (select id from orders)`;

/** The statement that gives those lines the numbers of their orders. */
export const numberLines =
	"update order_lines set order_number = orders.number from orders where order_number = 0 and orders.id = order_id";
