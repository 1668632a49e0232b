/** For tests of migrations: an old shop, on SQLite or on D1, and whether a shop is sound. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { searchTables } from "../../src/db/triggers.ts";
import type { Ask } from "../doctor/checks.ts";
import { examine } from "../doctor/examine.ts";
import { root } from "../settings.ts";
import { startStripe } from "../stripe/server.ts";
import { Store } from "../stripe/store.ts";
import { applyMigration, type Migration } from "./folder.ts";

const fixtures = join(root, "tests/fixtures");

/** A database that enforces what D1 enforces. */
export interface Database {
	ask: Ask;
	/** Asks several at once. */
	askAll(queries: string[]): Promise<unknown[][]>;
	/** Runs SQL in one transaction. */
	run(sql: string): Promise<void>;
}

/** SQLite in memory, foreign keys enforced. */
export function openSqlite(): Database {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	return {
		ask: async (sql) => db.prepare(sql).all(),
		askAll: async (queries) => queries.map((sql) => db.prepare(sql).all()),
		run: async (sql) => applyMigration(db, sql),
	};
}

/** Fills an empty database with the shop of 2026-11-21. What its open orders hold has not expired. */
export async function fillOldShop({ run }: Database): Promise<void> {
	await run(readFileSync(join(fixtures, "shop-2026-11-21.sql"), "utf8"));
	await run(
		`update orders set expires_at = ${Date.now() + 3_600_000} where transaction_id is null and closed_at is null;`,
	);
}

/** Applies what a database lacks of these migrations, each in one transaction, as wrangler does. */
export async function migrate({ ask, run }: Database, migrations: Migration[]): Promise<void> {
	const applied = JSON.stringify(await ask("select name from d1_migrations"));
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
	"reviews",
	"refunds",
	"payment_events",
	"audit",
	"partner_sales",
];

/** The columns of the old shop's tables: what reads all that is in them. */
export async function readers({ askAll }: Database): Promise<string[]> {
	const columns = await askAll(
		tables.map((table) => `select group_concat(name) as names from pragma_table_info('${table}')`),
	);
	return tables.map((table, place) => {
		const [row] = columns[place] as { names: string }[];
		return `select rowid as row, ${row?.names} from ${table} order by rowid`;
	});
}

/** What the doctor finds wrong with the old shop. */
export async function doctorSays({ ask }: Database): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-old-shop-"));
	const file = join(folder, "stripe.sqlite");
	new Store(file).close();
	const objects = new DatabaseSync(file);
	objects.exec(readFileSync(join(fixtures, "stripe-2026-11-21.sql"), "utf8"));
	objects.close();
	const keys = {
		secretKey: "sk_test_old",
		publishableKey: "pk_test_old",
		webhookSecret: "whsec_old",
	};
	const standIn = await startStripe({ port: 0, ...keys, stateFile: file });
	const here = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
	const pictures = (await ask("select key from images")) as { key: string }[];
	const never = () => Promise.reject(new Error("nothing is changed here"));
	try {
		const checks = await examine({
			name: "of 2026-11-21",
			ask,
			change: never,
			bucket: async () => new Map(pictures.map(({ key }) => [key, Date.now()])),
			stripe: async () => new Stripe(keys.secretKey, { ...here, telemetry: false }),
			settings: async () => ({ looked: 0, findings: [] }),
			runJob: never,
			tellOf: never,
			close: async () => undefined,
		});
		return checks.flatMap(({ check, status, findings, why }) =>
			status === "well" ? [] : [`${check}: ${why ?? ""} ${JSON.stringify(findings)}`],
		);
	} finally {
		await standIn.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

const words: Record<string, string[]> = {
	tools: ["name", "description"],
	orders: ["user_name", "email", "tool_name", "id", "transaction_id"],
	users: ["name", "email"],
};

/**
 * Asks the searches for every three letters in a row, and every letter and pair, that there are in what
 * they are about, and gives those whose answer is not the rows that hold them. `number` names the column
 * of the rows' own number.
 */
export async function wrongSearches({ ask }: Database, number = "number"): Promise<string[]> {
	const wrong: string[] = [];
	for (const { name, of, holds } of searchTables) {
		const short = name.endsWith("_letters");
		const columns = (words[of] ?? []).filter((column) => !short || !/id$/.test(column));
		const rows = (await ask(
			`select ${number} as number, ${columns.join(", ")} from ${of} where ${holds}`,
		)) as Record<string, unknown>[];
		const texts = rows.map((row) => ({
			number: Number(row.number),
			texts: columns.map((column) => [...String(row[column] ?? "").toLowerCase()]),
		}));
		const asked = new Map<string, Set<number>>();
		for (const { number, texts: list } of texts) {
			for (const size of short ? [1, 2] : [3]) {
				for (const letters of list) {
					for (let at = 0; at + size <= letters.length; at++) {
						const phrase = phraseOf(letters.slice(at, at + size));
						asked.set(phrase, (asked.get(phrase) ?? new Set()).add(number));
					}
				}
			}
		}
		const phrases = `'${JSON.stringify([...asked.keys()]).replaceAll("'", "''")}'`;
		const found = (await ask(
			`select value as phrase, group_concat(s.rowid) as numbers from json_each(${phrases}) cross join ${name} as s where s.${name} match value group by 1`,
		)) as { phrase: string; numbers: string }[];
		const answers = new Map(found.map(({ phrase, numbers }) => [phrase, numbers]));
		for (const [phrase, numbers] of asked) {
			const is = (answers.get(phrase) ?? "").split(",").map(Number).sort();
			if (is.join() !== [...numbers].sort().join()) wrong.push(`${name} ${phrase}: ${is}`);
		}
		if (asked.size === 0) wrong.push(`${name} is about nothing`);
	}
	return wrong;
}

/** Letters as `platform/search` asks for them. */
function phraseOf(letters: string[]): string {
	const apart = "\x1f";
	const token =
		letters.length === 3
			? letters.join("")
			: letters.length === 1
				? `${apart}${letters[0]}${apart}`
				: letters.join(apart);
	return `"${token.replaceAll('"', '""')}"`;
}
