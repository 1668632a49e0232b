/** For tests of migrations: the shop of tests/fixtures on SQLite or D1, and checks of its health. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startStripe } from "@cogsmith/stand-in-for-stripe";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import type { RunQuery } from "../../ops/doctor/check-tables.ts";
import { runChecks } from "../../ops/doctor/run-checks.ts";
import { searchTables, vocabularyTables } from "../../src/db/triggers.ts";
import { invoiceStatements } from "../demo/history/invoice-rows.ts";
import { root } from "../settings.ts";
import { applyMigration, type Migration, readMigrations } from "./migrations-folder.ts";

const fixtures = join(root, "tests/fixtures");

/** A database with D1's constraints. */
export interface Database {
	query: RunQuery;
	/** Runs several queries. */
	queryAll(queries: string[]): Promise<unknown[][]>;
	/** Runs SQL in one transaction. */
	run(sql: string): Promise<void>;
}

/** SQLite in memory, foreign keys enforced. */
export function openSqlite(): Database {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	return {
		query: async (sql) => db.prepare(sql).all(),
		queryAll: async (queries) => queries.map((sql) => db.prepare(sql).all()),
		run: async (sql) => applyMigration(db, sql),
	};
}

/** A statement with its values in it. */
const inOne = ({ sql, values }: { sql: string; values: readonly (string | number)[] }) =>
	`${values.reduce<string>((text, value) => text.replace("?", () => `'${String(value).replaceAll("'", "''")}'`), sql)};`;

/**
 * Fills an empty database with the tables of the baseline and the rows of tests/fixtures/shop.sql, and the invoices of
 * what was paid. Triggers are created
 * last, because the rows have what these would count. Its reservations have not expired.
 */
export async function fillShop({ run }: Database): Promise<void> {
	const [baseline] = readMigrations(join(root, "migrations"));
	if (!baseline) throw new Error("There is no baseline.");
	const statements = baseline.sql.split("\n").filter((line) => line !== "");
	const isTrigger = (sql: string) => sql.startsWith("CREATE TRIGGER");
	const tablesOnly = statements.filter((sql) => sql.startsWith("CREATE") && !isTrigger(sql));
	const rows = readFileSync(join(fixtures, "shop.sql"), "utf8");
	const openUntil = Date.now() + 3_600_000;
	await run(tablesOnly.join("\n"));
	await run(
		[
			rows,
			"update reviews set subject = tool_id;",
			...invoiceStatements().map(inOne),
			...[...searchTables, ...vocabularyTables].map(({ fill }) => `${fill};`),
			`update orders set expires_at = ${openUntil} where transaction_id is null and closed_at is null;`,
			"create table d1_migrations (name text unique);",
			`insert into d1_migrations (name) values ('${baseline.name}');`,
		].join("\n"),
	);
	await run(statements.filter(isTrigger).join("\n"));
}

/** Applies the migrations a database lacks, each in one transaction, as wrangler does. */
export async function migrate({ query, run }: Database, migrations: Migration[]): Promise<void> {
	const applied = JSON.stringify(await query("select name from d1_migrations"));
	for (const { name, sql } of migrations) {
		if (applied.includes(`"${name}"`)) continue;
		await run(`${sql}\ninsert into d1_migrations (name) values ('${name}');`);
	}
}

const tables = [
	"users",
	"sessions",
	"accounts",
	"images",
	"tools",
	"orders",
	"order_lines",
	"reviews",
	"refunds",
	"payment_events",
	"audit",
	"partner_sales",
];

/** Queries that select all rows of the shop's tables with their current columns. */
export async function selectAllQueries({ queryAll }: Database): Promise<string[]> {
	const columns = await queryAll(
		tables.map((table) => `select group_concat(name) as names from pragma_table_info('${table}')`),
	);
	return tables.map((table, index) => {
		const [row] = columns[index] as { names: string }[];
		return `select rowid as row, ${row?.names} from ${table} order by rowid`;
	});
}

/** The doctor's findings in that shop. */
export async function doctorFindings({ query }: Database): Promise<string[]> {
	const keys = {
		secretKey: "sk_test_old",
		publishableKey: "pk_test_old",
		webhookSecret: "whsec_old",
	};
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-old-shop-"));
	const file = join(folder, "stripe.sqlite");
	await (await startStripe({ port: 0, ...keys, stateFile: file })).close();
	const objects = new DatabaseSync(file);
	objects.exec(readFileSync(join(fixtures, "stripe.sql"), "utf8"));
	objects.close();
	const standIn = await startStripe({ port: 0, ...keys, stateFile: file });
	const connection = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
	const images = (await query("select key from images")) as { key: string }[];
	const rejectChange = () => Promise.reject(new Error("not expected to change anything"));
	try {
		const checks = await runChecks({
			name: "of the fixture",
			query,
			execute: rejectChange,
			listBucket: async () => new Map(images.map(({ key }) => [key, Date.now()])),
			readImage: rejectChange,
			connectStripe: async () => new Stripe(keys.secretKey, { ...connection, telemetry: false }),
			checkSettings: async () => ({ checked: 0, findings: [] }),
			runJob: rejectChange,
			redeliverEvent: rejectChange,
			close: async () => undefined,
		});
		return checks.flatMap(({ check, status, findings, reason }) =>
			status === "ok" ? [] : [`${check}: ${reason ?? ""} ${JSON.stringify(findings)}`],
		);
	} finally {
		await standIn.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The tables that are searched with another, as SQL. */
const joined: Record<string, string> = {
	order_lines:
		"(select order_lines.*, orders.name as user_name, orders.email, orders.address from order_lines join orders on orders.id = order_id) as order_lines",
};

const searchedColumns: Record<string, string[]> = {
	tools: ["name", "description"],
	order_lines: ["user_name", "email", "tool_name", "id", "transaction_id", "address"],
	invoices: ["buyer_text"],
	users: ["name", "email"],
};

/**
 * Searches for every trigram, bigram and character of the searched columns, and returns the searches
 * whose results differ from the rows that contain it.
 */
export async function searchErrors({ query }: Database): Promise<string[]> {
	const errors: string[] = [];
	// The index of words has other tests.
	const gramTables = searchTables.filter(({ name }) => /_(search|letters)$/.test(name));
	for (const { name, sourceTable, condition } of gramTables) {
		const isBigramTable = name.endsWith("_letters");
		const columns = (searchedColumns[sourceTable] ?? []).filter(
			(column) => !isBigramTable || !/id$|address/.test(column),
		);
		const rows = (await query(
			`select number, ${columns.join(", ")} from ${joined[sourceTable] ?? sourceTable} where ${condition}`,
		)) as Record<string, unknown>[];
		const columnTexts = rows.map((row) => ({
			number: Number(row.number),
			texts: columns.map((column) => [...String(row[column] ?? "").toLowerCase()]),
		}));
		const expectedRows = new Map<string, Set<number>>();
		for (const { number, texts } of columnTexts) {
			for (const gramSize of isBigramTable ? [1, 2] : [3]) {
				for (const characters of texts) {
					for (let start = 0; start + gramSize <= characters.length; start++) {
						const phrase = ftsPhrase(characters.slice(start, start + gramSize));
						expectedRows.set(phrase, (expectedRows.get(phrase) ?? new Set()).add(number));
					}
				}
			}
		}
		const phrases = `'${JSON.stringify([...expectedRows.keys()]).replaceAll("'", "''")}'`;
		const found = (await query(
			`select value as phrase, group_concat(s.rowid) as numbers from json_each(${phrases}) cross join ${name} as s where s.${name} match value group by 1`,
		)) as { phrase: string; numbers: string }[];
		const foundRows = new Map(found.map(({ phrase, numbers }) => [phrase, numbers]));
		for (const [phrase, numbers] of expectedRows) {
			const actual = (foundRows.get(phrase) ?? "").split(",").map(Number).sort();
			if (actual.join() !== [...numbers].sort().join()) errors.push(`${name} ${phrase}: ${actual}`);
		}
		if (expectedRows.size === 0) errors.push(`${name} has no rows`);
	}
	return errors;
}

/** An FTS5 phrase for characters, as `platform/database/list-query` builds it. */
function ftsPhrase(characters: string[]): string {
	const bigramSeparator = "\x1f";
	const token =
		characters.length === 3
			? characters.join("")
			: characters.length === 1
				? `${bigramSeparator}${characters[0]}${bigramSeparator}`
				: characters.join(bigramSeparator);
	return `"${token.replaceAll('"', '""')}"`;
}
