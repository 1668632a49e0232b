/** Checks that the sums of the overview match the rows that they count. */
import * as v from "valibot";
import { fillSales, wrongDays } from "../../local/sums.ts";
import { count, type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** Checks the sales by day, which a rule of rows can't: a day's orders have no index. All are written again at once. */
export async function checkSales(query: RunQuery): Promise<Check> {
	const found = await rows(query, wrongDays, v.object({ subject: v.string() }));
	// The last statement of a fix changes a row.
	const findings = found.slice(0, 1).map(
		({ subject }): Finding => ({
			subject: "sales_totals",
			message: `isn't the sum of what it counts on ${found.length} days, such as ${subject}`,
			fix: { by: "sql", statements: [...fillSales, "UPDATE shop_counts SET id = 1"] },
		}),
	);
	return checkResult("sales", await count(query, "sales_totals"), findings);
}
