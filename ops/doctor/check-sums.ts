/** Checks that the sums and counts of the overview match the rows that they count. */
import * as v from "valibot";
import { fillCustomers, fillSales, sumDifferences } from "../../local/sums.ts";
import { count, type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** Returns a finding if a table's rows are not as they must be. All of them are written again at once. */
async function findDifferences(
	query: RunQuery,
	table: keyof typeof sumDifferences,
	fill: string[],
): Promise<Finding[]> {
	const found = await rows(query, sumDifferences[table], v.object({ subject: v.string() }));
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

/** Checks the orders and the spend of each customer. */
export async function checkCustomers(query: RunQuery): Promise<Check> {
	const users = await findDifferences(query, "users", fillCustomers);
	const guests = await findDifferences(query, "guests", fillCustomers);
	return checkResult("customers", await count(query, "users"), [...users, ...guests]);
}
