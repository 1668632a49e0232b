/** Orders of one line, inserted past the shop's own code by tests, the bench and fixtures. */

/** What the line of such a row leaves to its order, by the column there. */
const ofOrder: Record<string, string> = {
	user_name: "name",
	address: "line1, address",
	email: "email",
	phone: "phone",
	expires_at: "expires_at",
	currency: "currency",
	partner: "partner",
};

/** What both have. */
const ofBoth = [
	"id",
	"user_id",
	"created_at",
	"transaction_id",
	"paid_at",
	"closed_at",
	"closed_why",
];

/**
 * Returns the statements that insert an order and its line for each row of a select. `columns` names what it selects:
 * columns of `order_lines`, and `user_name`, `email`, `phone`, `address`, `expires_at`, `currency` and `partner`, which
 * the order has. `before` is a WITH clause.
 */
export function insertOrderRows(
	columns: string,
	select: string,
	before = "with",
): [orders: string, lines: string] {
	const names = columns.split(/,\s*/);
	const rows = `${before === "with" ? before : `${before},`} placed (${columns}) as (${select})`;
	const selected = (name: string) => (name === "address" ? "address, address" : name);
	const orderNames = names.filter((name) => ofOrder[name] ?? ofBoth.includes(name));
	const isPaid = names.includes("transaction_id");
	const given = orderNames.map((name) => ofOrder[name] ?? name).join(", ");
	const lineNames = names.filter((name) => !ofOrder[name]).join(", ");
	return [
		`${rows} insert into orders (${given}, items_cents, total_cents, request_key${isPaid ? ", payment_intent_id" : ""}) select ${orderNames.map(selected).join(", ")}, total_cents, total_cents, id${isPaid ? ", transaction_id" : ""} from placed`,
		`${rows} insert into order_lines (${lineNames}) select ${lineNames} from placed`,
	];
}
