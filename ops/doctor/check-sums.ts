/** Checks that the sums and counts of the overview match the rows that they count. */
import * as v from "valibot";
import {
	expectedCounts,
	expectedMonths,
	expectedTotals,
	fillCounts,
	fillSales,
	storedTotals,
} from "../../src/db/sales-sums.ts";
import { count, type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** The tables with their rows as they must be. Days and weeks of `tool_sales` are swept, so its months are compared. */
const sums = {
	sales_totals: { stored: storedTotals, expected: expectedTotals, key: "day" },
	tool_sales: {
		stored: "SELECT * FROM tool_sales WHERE period LIKE 'm%' AND pieces <> 0",
		expected: expectedMonths,
		key: "period || ' ' || tool_id",
	},
	shop_counts: { stored: "SELECT * FROM shop_counts", expected: expectedCounts, key: "id" },
};

/** The query of the rows that are only stored, or only expected. */
export function differences(table: keyof typeof sums): string {
	const { stored, expected, key } = sums[table];
	const onlyIn = (one: string, other: string) =>
		`SELECT CAST(${key} AS text) AS subject FROM (SELECT * FROM (${one}) EXCEPT SELECT * FROM (${other}))`;
	return `${onlyIn(stored, expected)} UNION ${onlyIn(expected, stored)}`;
}

/** Returns a finding if a table's rows are not as they must be. All of them are written again at once. */
async function findDifferences(
	query: RunQuery,
	table: keyof typeof sums,
	fill: string[],
): Promise<Finding[]> {
	const found = await rows(query, differences(table), v.object({ subject: v.string() }));
	const [first] = found;
	if (!first) return [];
	const [rowsAre, they] =
		found.length === 1 ? ["row that is", "it counts"] : ["rows that are", "they count"];
	const message = `has ${found.length} ${rowsAre} not the sum of what ${they}: ${first.subject}`;
	// The last statement of a fix changes one row.
	const statements = [...fill, "UPDATE shop_counts SET id = 1"];
	return [{ subject: table, message, fix: { by: "sql", statements } }];
}

/** Checks the sales by day and by tool. */
export async function checkSales(query: RunQuery): Promise<Check> {
	const totals = await findDifferences(query, "sales_totals", fillSales);
	const tools = await findDifferences(query, "tool_sales", fillSales);
	return checkResult("sales", await count(query, "sales_totals"), [...totals, ...tools]);
}

/** Checks the counts of orders, tools and mails. */
export async function checkCounts(query: RunQuery): Promise<Check> {
	const findings = await findDifferences(query, "shop_counts", fillCounts);
	return checkResult("counts", await count(query, "shop_counts"), findings);
}
