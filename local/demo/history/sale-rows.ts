/** The rows of the sales: their tools, the prices that these had, and what the history of changes says of them. */

import { type Builder, staff } from "./builder.ts";
import { type DemoSale, demoSales, periodOf, toolOf } from "./demo-sales.ts";
import type { Statement } from "./rows.ts";

/** Adds what the history of changes has of the sales. */
export function addSaleAudit({ rows, random, now }: Builder): void {
	for (const sale of demoSales) {
		const { startsAt, endsAt } = periodOf(sale, now);
		for (const [slug, cents] of Object.entries(sale.prices)) {
			const { name, priceCents } = toolOf(slug);
			const lowered = { name, priceCentsWas: priceCents, priceCents: cents };
			const raised = { name, priceCentsWas: cents, priceCents };
			const entries = [
				["tool.sale_planned", startsAt - 50 * 3_600_000, lowered],
				["tool.sale_started", startsAt, lowered],
				["tool.sale_ended", endsAt, raised],
			] as const;
			for (const [action, at, detail] of entries.filter(([, time]) => time <= now))
				rows.audit.push({
					id: random.word(32),
					createdAt: new Date(at),
					action,
					subjectId: slug,
					detail,
					actorId: action === "tool.sale_planned" ? staff.manager : null,
				});
		}
	}
}

/** The sales, the prices of the one that runs, and which prices the tools had: after the tools are as old as the history. */
export function saleStatements(now: number): Statement[] {
	const begin =
		"update price_history set since = (select created_at from tools where id = tool_id)";
	return [{ sql: begin, values: [] }, ...demoSales.flatMap((sale) => statementsOf(sale, now))];
}

function statementsOf(sale: DemoSale, now: number): Statement[] {
	const { id, name, prices } = sale;
	const { startsAt, endsAt } = periodOf(sale, now);
	const isOver = endsAt <= now;
	return [
		{
			sql: "insert into sales (id, name, starts_at, ends_at, state, created_at, created_by) values (?, ?, ?, ?, ?, ?, ?)",
			values: [
				id,
				name,
				startsAt,
				endsAt,
				isOver ? "ended" : "running",
				startsAt - 50 * 3_600_000,
				staff.manager,
			],
		},
		...Object.entries(prices).flatMap(([slug, cents]): Statement[] => [
			{
				sql: `insert into sale_tools (sale_id, tool_id, price_cents, prior_price_cents, started_at, ended_at) select ?, id, ?, regular_price_cents, ?, ${isOver ? "?" : "nullif(0, ?)"} from tools where id = ?`,
				values: [id, cents, startsAt, isOver ? endsAt : 0, slug],
			},
			...(isOver
				? [
						{
							sql: "insert into price_history (tool_id, price_cents, since) select id, ?, ? from tools where id = ? union all select id, regular_price_cents, ? from tools where id = ?",
							values: [cents, startsAt, slug, endsAt, slug],
						},
					]
				: [
						{
							sql: "update tools set sale_price_cents = ?, sale_ends_at = ?, prior_price_cents = regular_price_cents, updated_at = ? where id = ?",
							values: [cents, endsAt, startsAt, slug],
						},
						{
							sql: "update price_history set since = ? where tool_id = ? and price_cents = ?",
							values: [startsAt, slug, cents],
						},
					]),
		]),
	];
}
