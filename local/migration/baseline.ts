/** The one migration that there is before 1.0: drizzle-kit's tables, then what it does not know. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { firstRows } from "../../src/db/first-rows.ts";
import { searchTables, triggers, vocabularyTables } from "../../src/db/triggers.ts";
import { root } from "../settings.ts";
import { remoteErrors } from "./d1-rules.ts";

/** What drizzle.config.ts says: with that file, drizzle-kit writes into no other folder. */
const options = ["--dialect=sqlite", "--schema=./src/db/*-tables.ts", "--breakpoints=false"];

/** Writes the baseline into an empty folder. Throws if a deployed D1 could not run it. */
export function writeBaseline(folder: string): void {
	execFileSync(
		join(root, "node_modules/.bin/drizzle-kit"),
		["generate", ...options, "--name=baseline", `--out=${folder}`],
		{ cwd: root, stdio: ["ignore", "ignore", "inherit"] },
	);
	const file = join(folder, "0000_baseline.sql");
	const tables = readFileSync(file, "utf8").split(/;\n+/).filter(Boolean);
	const statements = [
		...tables.map((statement) => statement.replace(/;$/, "").replace(/\s*\n\s*/g, " ")),
		...[...searchTables, ...vocabularyTables, ...triggers].map(({ create }) => create),
		...firstRows,
	];
	const sql = statements.map((statement) => `${statement};\n`).join("");
	const errors = remoteErrors(sql);
	if (errors.length > 0) throw new Error(`The baseline would be wrong:\n${errors.join("\n")}`);
	writeFileSync(file, sql);
}
