/** docs/invariants.md lists what the database enforces, as the code has it. `npx vitest run --project unit -u` writes it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { checkReasons } from "../../src/db/check-reasons.ts";
import { invariants } from "../../src/db/triggers.ts";
import { onOneLine } from "../helpers/one-line.ts";

const folder = join(import.meta.dirname, "../../src/db");
const modules: object[] = await Promise.all(
	readdirSync(folder)
		.filter((file) => file.endsWith("-tables.ts"))
		.map((file) => import(join(folder, file))),
);
const dialect = new SQLiteSyncDialect();
const checks = modules
	.flatMap((module): unknown[] => Object.values(module))
	.flatMap((value) => (is(value, SQLiteTable) ? getTableConfig(value).checks : []))
	.map(({ name, value }) => ({
		name,
		sql: onOneLine(dialect.sqlToQuery(value).sql.replace(/"\w+"\./g, "")),
	}))
	.sort((one, other) => one.name.localeCompare(other.name));

const listsValues = /^(\S+ is null or )?\S+ in \('[^()]+\)$/;
const [ofValues, others] = [true, false].map((lists) =>
	checks.filter(({ sql }) => listsValues.test(sql) === lists),
);

const row = (...cells: string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll('"', "")).join(" | ")} |`;

const text = `# What the database enforces

The code checks all of this where input comes in, so that it can answer with a sentence. The rules on this page hold for every
statement: for simultaneous requests, for jobs, and for a person with a console. \`npm run doctor\` and the scheduled job
find what neither a CHECK nor a foreign key can forbid: \`src/db/row-rules.ts\`, \`src/db/sum-rules.ts\`.

\`npx vitest run --project unit -u\` writes this page from \`src/db/triggers.ts\`, \`src/db/check-reasons.ts\` and the tables.

## By CHECKs

${row("CHECK", "what", "why")}
|---|---|---|
${others?.map(({ name, sql }) => row(`\`${name}\``, `\`${sql}\``, checkReasons[name] ?? "")).join("\n")}

These CHECKs restrict a column to the code's values: ${ofValues?.map(({ name }) => `\`${name}\``).join(", ")}.

## By triggers

${row("what", "why", "triggers")}
|---|---|---|
${invariants.map(({ name, why, triggers }) => row(name, why, triggers.map((one) => `\`${one.name}\``).join(", "))).join("\n")}
`;

it("has a reason for each CHECK, and no other", () => {
	expect(Object.keys(checkReasons).sort()).toEqual(others?.map(({ name }) => name).sort());
});

it("is what docs/invariants.md says", async () => {
	await expect(text).toMatchFileSnapshot("../../docs/invariants.md");
});
