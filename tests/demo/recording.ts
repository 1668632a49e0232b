/** Writes down the rows of a shop, as local/demo/rows.ts loads them. */
import { env } from "cloudflare:workers";
import { dayOf, startOfDay } from "../../src/config/days.ts";
import { pictureAt } from "./pictures.ts";

/** What belongs to one shop, its visitors or its machine, or follows from its calendar when the rows are loaded. */
const withoutRecord = `
	sessions accounts verifications rate_limits account_attempts images
	image_uploaders imports import_lines import_images import_mappings payment_events
	event_cursors balance_reads balance_transactions payouts job_runs health_checks
	service_limits dead_letters zone_offsets sales_totals tool_sales search_keys missed_searches
	assertions d1_migrations invoices.seller invoices.series invoices.year invoices.serial
`.split(/\s+/);

/** Times that are near those of a play, in UTC milliseconds: no other number is as large. */
const isTime = (value: number) => value > 1.6e12 && value < 2.2e12;

/**
 * Returns a file: for each table but `others` its columns, then a row a line. `names` has what the demo calls an id.
 */
export async function record(
	now: number,
	names: ReadonlyMap<string, string>,
	others: readonly string[] = [],
): Promise<string> {
	const toValue = (value: unknown): unknown => {
		if (typeof value === "number" && isTime(value)) {
			const isDay = startOfDay(dayOf(value)) === value;
			return `@${isDay ? "day" : ""}${value - now}`;
		}
		if (typeof value === "string") {
			const image = pictureAt(value);
			if (image !== undefined) return `image:${image}`;
			return /^[[{]/.test(value) ? toValue(JSON.parse(value)) : (names.get(value) ?? value);
		}
		if (Array.isArray(value)) return value.map((one) => toValue(one));
		return typeof value === "object" && value !== null ? toRow({ ...value }) : value;
	};
	/** A tool has no address of its own if that is its id. */
	const toRow = (row: Record<string, unknown>) =>
		Object.fromEntries(
			Object.entries(row).map(([name, one]) => [
				name,
				name === "slug" && names.get(String(row.id)) === one ? null : toValue(one),
			]),
		);
	const tables = await all<{ name: string }>(
		"select name from pragma_table_list where schema = 'main' and type = 'table' and name not glob 'sqlite*' and name not glob '_cf*' order by name",
	);
	const lines: unknown[] = [];
	const skipped = [...withoutRecord, ...others];
	for (const { name: table } of tables.filter(({ name }) => !skipped.includes(name))) {
		// Generated columns are hidden.
		const columns = (
			await all<{ name: string; dflt_value: string | null }>(
				`select name, dflt_value from pragma_table_info('${table}')`,
			)
		).filter(({ name }) => !withoutRecord.includes(`${table}.${name}`));
		const rows = (
			await all<Record<string, unknown>>(
				`select ${columns.map(({ name }) => name).join(", ")} from ${table} order by rowid`,
			)
		).map(toRow);
		const used = columns.filter((column) =>
			rows.some((row) => !isDefault(row[column.name], column)),
		);
		if (rows.length === 0) continue;
		lines.push({ table, columns: used.map(({ name }) => name) });
		for (const row of rows) lines.push(used.map(({ name }) => row[name]));
	}
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const isDefault = (value: unknown, { dflt_value: given }: { dflt_value: string | null }) =>
	given === null ? value === null : given === String(value) || given === `'${value}'`;

const all = async <Row>(sql: string) => (await env.DB.prepare(sql).all<Row>()).results;
