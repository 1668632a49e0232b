/** The invoices of the history's payments and the credit notes of its refunds, numbered by their time. */
import { invoices } from "../../../src/config/config.ts";
import {
	buyerOfOrder,
	linesOfOrder,
	linesOfRefund,
	taxOfOrder,
	taxOfRefund,
} from "../../../src/db/invoice-sql.ts";
import { monthOf } from "../../../src/db/sales-sums.ts";
import { sellerNow } from "../../../src/shop/invoices/invoices.ts";

export interface Statement {
	sql: string;
	values: (string | number)[];
}

const ofOrders = `select 'i' || orders.id as id, 'invoice' as kind, ? as series, orders.id as order_id, orders.number as order_number, null as refund_id, paid_at as issued_at, ${buyerOfOrder} as buyer, ${linesOfOrder} as lines, ${taxOfOrder} as tax_cents, total_cents, currency from orders where transaction_id is not null`;
const ofRefunds = `select 'c' || refunds.id, 'credit-note', ?, orders.id, orders.number, refunds.id, done_at, ${buyerOfOrder}, ${linesOfRefund}, ${taxOfRefund}, amount_cents, currency from refunds join orders on orders.id = order_id where refunds.status = 'done' and reason <> 'not_awaited'`;

const year = `substr(${monthOf("issued_at")}, 1, 4)`;

/** Returns the statement that makes them, after the rows that they are about. */
export function invoiceStatements(): Statement[] {
	const documents = `select *, cast(${year} as integer) as year from (${ofOrders} union all ${ofRefunds})`;
	return [
		{
			sql: `insert into invoices (id, kind, series, year, serial, order_id, order_number, refund_id, issued_at, seller, buyer, lines, net_cents, tax_cents, total_cents, currency, settled_at) select id, kind, series, year, row_number() over (partition by series, year order by issued_at, id), order_id, order_number, refund_id, issued_at, ?, buyer, lines, total_cents - tax_cents, tax_cents, total_cents, currency, issued_at from (${documents}) order by issued_at, id`,
			values: [JSON.stringify(sellerNow), invoices.series, invoices.creditNoteSeries],
		},
	];
}
