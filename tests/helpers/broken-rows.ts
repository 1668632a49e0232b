/** What the doctor would find in a test's database. */
import { env } from "cloudflare:workers";
import { currency, invoices } from "../../src/config/config.ts";
import { type RowRule, selectBroken } from "../../src/db/row-rule.ts";
import { rowRules } from "../../src/db/row-rules.ts";

/** Returns each row that breaks a rule, with what is wrong. */
export async function brokenRows(
	rules: RowRule[] = rowRules(currency, invoices.at),
	database: Pick<D1Database, "prepare" | "batch"> = env.DB,
): Promise<string[]> {
	const found = await database.batch<{ id: string }>(
		rules.map((rule) => database.prepare(selectBroken(rule))),
	);
	return rules.flatMap(({ table, message }, index) =>
		(found[index]?.results ?? []).map(({ id }) => `${table} ${id} ${message}`),
	);
}
