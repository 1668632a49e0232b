import { execFileSync } from "node:child_process";
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertOrderRows } from "../../tests/helpers/order-rows.ts";
import { root } from "../settings.ts";
import { readMigrations } from "./migrations-folder.ts";
import {
	type Database,
	doctorFindings,
	fillShop,
	migrate,
	openSqlite,
	searchErrors,
	selectAllQueries,
} from "./testing.ts";

/** A folder with a copy of the files that `npm run migration` reads and writes. */
let copy: string;

beforeAll(() => {
	copy = mkdtempSync(join(tmpdir(), "cogsmith-migration-"));
	const code = ["src/db", "src/shop", "src/access", "src/values"];
	const local = ["local/migration", "local/settings.ts", "local/steps.ts", "package.json"];
	for (const path of [...code, ...local, "widgets/src", "migrations"]) {
		cpSync(join(root, path), join(copy, path), { recursive: true });
	}
	symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});

afterAll(() => rmSync(copy, { recursive: true }));

/** Edits the code of the tables or triggers in the copy. */
function change(file: string, ...changes: [from: string, to: string][]): void {
	const path = join(copy, "src/db", file);
	let text = readFileSync(path, "utf8");
	for (const [from, to] of changes) {
		expect(text, from).toContain(from);
		text = text.replace(from, to);
	}
	writeFileSync(path, text);
}

/** Runs `npm run migration -- NAME` in the copy. Throws with its output if it fails. */
function runMigration(name: string): string {
	const { scripts } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
	const [node, ...args] = scripts.migration.split(" ");
	expect(node).toBe("node");
	return execFileSync(process.execPath, [...args, name], { cwd: copy, stdio: "pipe" }).toString();
}

const newestStatements = () =>
	readMigrations(join(copy, "migrations")).at(-1)?.sql.trim().split("\n") ?? [];

/** The shop of the fixture with all committed migrations. */
async function openMigratedShop(): Promise<Database> {
	const db = openSqlite();
	await fillShop(db);
	await migrate(db, readMigrations(join(root, "migrations")));
	return db;
}

/** Adds, changes and deletes rows that searches and totals cover, as the running version does. */
async function writeRows({ run }: Database, suffix: string): Promise<void> {
	const line = (id: string) =>
		insertOrderRows(
			"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id, partner",
			`select '${id}', 'demo-rider', 'Rider ${suffix}', 'rider@cogsmith.test', '1', 'x', '${suffix}', 'Tool ${suffix}', image, 700, 2, 1400, 'Pending', 1, ${Date.now() + 3_600_000}, 'USD', '${id}', 'blog-${suffix}' from tools limit 1`,
		);
	const statements = [
		`insert into users (id, name, email, created_at, updated_at) values ('${suffix}', 'New ${suffix}', '${suffix}@example.test', 1, 1)`,
		`insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) select '${suffix}', 'New ${suffix}', 'Ünlike', image, 1, 5, 9, 700, 1, 1 from tools limit 1`,
		...line(`same-${suffix}`),
		...line(`moved-${suffix}`),
		...line(`deleted-${suffix}`),
		`update orders set partner = 'other-${suffix}' where id = 'moved-${suffix}'`,
		...["orders", "order_lines"].map(
			(table) =>
				`update ${table} set closed_at = 1, closed_why = 'deleted' where id = 'deleted-${suffix}'`,
		),
		`update tools set name = 'Renamed ${suffix}' where id = '${suffix}'`,
		`update users set name = 'Renamed ${suffix}' where id = '${suffix}'`,
		"update order_lines set closed_at = 1, closed_why = 'deleted' where id = 'x'",
	];
	await run(`${statements.join(";")};`);
}

async function expectHealthy(db: Database): Promise<void> {
	expect(await searchErrors(db)).toEqual([]);
	expect(await doctorFindings(db)).toEqual([]);
	expect(await db.query("pragma foreign_key_check")).toEqual([]);
}

it("adds columns with CHECKs to tools, orders and users in place", async () => {
	const db = await openMigratedShop();
	const queries = await selectAllQueries(db);
	const before = await db.queryAll(queries);
	change(
		"tool-tables.ts",
		[
			'\t\tarchivedAt: timestampMs("archived_at"),\n',
			'\t\tarchivedAt: timestampMs("archived_at"),\n\t\tgrams: integer("grams").notNull().default(1),\n',
		],
		[
			'\t\tcheck("tools_quantity"',
			`\t\tindex("tools_by_grams").on(table.grams),\n\t\tcheck("tools_grams", sql\`\${table.grams} > 0 and \${table.grams} < 100000 * \${table.quantity} + 9\`),\n\t\tcheck("tools_quantity"`,
		],
	);
	change(
		"order-tables.ts",
		[
			'\t\tpackedAt: timestampMs("packed_at"),',
			'\t\tpackedAt: timestampMs("packed_at"),\n\t\tnote: text("note"),',
		],
		[
			'\t\tcheck("order_lines_quantity"',
			`\t\tcheck("orders_note", sql\`length(\${table.note}) <= 20\`),\n\t\tcheck("order_lines_quantity"`,
		],
	);
	change(
		"auth-tables.ts",
		[
			'\t\tphone: text("phone")',
			'\t\tspeaks: text("speaks").notNull().default("en"),\n\t\tphone: text("phone")',
		],
		[
			'\t\tcheck("users_role"',
			'\t\tcheck("users_speaks", isOneOf(table.speaks, ["en", "de"])),\n\t\tcheck("users_role"',
		],
	);
	expect(runMigration("checked_columns")).toMatch(
		/^Written: migrations\/\d{4}_checked_columns.sql/,
	);
	expect(newestStatements().map((line) => line.split(" ").slice(0, 5).join(" "))).toEqual([
		"ALTER TABLE users ADD COLUMN",
		"ALTER TABLE order_lines ADD COLUMN",
		"ALTER TABLE tools ADD COLUMN",
		"CREATE INDEX `tools_by_grams` ON `tools`",
	]);
	await migrate(db, readMigrations(join(copy, "migrations")));
	expect(await db.queryAll(queries)).toEqual(before);
	await writeRows(db, "added");
	await expectHealthy(db);
	for (const invalidUpdate of [
		"update tools set grams = 0",
		"update order_lines set note = 'more than twenty characters'",
		"update users set speaks = 'fr'",
	]) {
		await expect(db.query(invalidUpdate), invalidUpdate).rejects.toThrow(/CHECK constraint failed/);
	}
});

it("rebuilds tools, orders and users for changed CHECKs without losing rows, sessions or triggers", async () => {
	const db = await openMigratedShop();
	await migrate(db, readMigrations(join(copy, "migrations")));
	await writeRows(db, "before");
	const queries = await selectAllQueries(db);
	const before = await db.queryAll(queries);
	change("tool-tables.ts", [`\${table.regularPriceCents} > 0`, `\${table.regularPriceCents} >= 1`]);
	change("order-tables.ts", [
		`check("order_lines_quantity", sql\`\${table.quantity} >= 1\`)`,
		`check("order_lines_quantity", sql\`\${table.quantity} between 1 and 1000\`)`,
	]);
	change("auth-tables.ts", [
		'check("users_role", isOneOf(table.role, roles))',
		'check("users_role", isOneOf(table.role, [...roles, "owner"]))',
	]);
	change("triggers/search-lists.ts", [
		'{\n\t\ttable: "users",\n\t\ttrigramColumns: ["name", "email"]',
		'{\n\t\ttable: "users",\n\t\ttrigramColumns: ["name", "email", "phone"]',
	]);
	runMigration("other_rules");
	await migrate(db, readMigrations(join(copy, "migrations")));
	expect(await db.queryAll(queries)).toEqual(before);
	const phones = await db.query(
		`select rowid from users_search where users_search match '"555"' order by 1`,
	);
	expect(phones).toEqual(
		await db.query("select number as rowid from users where phone like '%555%'"),
	);
	expect(phones).toHaveLength(3);
	await writeRows(db, "after");
	await expectHealthy(db);
	await db.query("update users set role = 'owner' where id = 'after'");
	await expect(
		db.query("update order_lines set quantity = 2000, total_cents = 2000 * unit_price_cents"),
	).rejects.toThrow(/order_lines_quantity/);
	await expect(db.query("delete from users where id = 'demo-rider'")).rejects.toThrow(
		/FOREIGN KEY/,
	);
	await db.run("delete from users where id = 'after'");
	await expectHealthy(db);
});

it("rejects a change that would fail on a table with rows, and writes nothing", () => {
	const before = readdirSync(join(copy, "migrations"), { recursive: true });
	change(
		"tool-tables.ts",
		[
			'\t\tarchivedAt: timestampMs("archived_at"),\n',
			'\t\tarchivedAt: timestampMs("archived_at"),\n\t\tfinish: text("finish").notNull(),\n',
		],
		[
			'\t\tcheck("tools_quantity"',
			`\t\tcheck("tools_finish", sql\`\${table.finish} <> ''\`),\n\t\tcheck("tools_quantity"`,
		],
	);
	expect(() => runMigration("finish")).toThrow(/finish is new and NOT NULL: it needs a default/);
	expect(readdirSync(join(copy, "migrations"), { recursive: true })).toEqual(before);
});
