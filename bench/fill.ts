/** Fills a new local database with as many tools, reviews and orders as a very large shop has. */
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../local/state.ts";
import { fillCustomers, fillSales } from "../local/sums.ts";
import { recountFacets } from "../src/db/triggers/catalogue.ts";
import { searchTables, vocabularyTables } from "../src/db/triggers.ts";
import { isOpen, isPaid, isShown, soldPieces } from "../src/shop/orders/order-conditions.ts";
import { insertOrderRows } from "../tests/helpers/order-rows.ts";
import { progress } from "./progress.ts";

/** The number of rows of each kind. */
export interface Size {
	users: number;
	tools: number;
	reviews: number;
	lines: number;
}

/** Rows inserted by one statement: small enough for the progress bar to move. */
const batchSize = 20_000;

/** The oldest row's timestamp: years before the demo shop's rows, which stay the newest. */
const oldestCreatedAt = Date.UTC(2020, 0, 1);

const brands = ["Alpine", "Bridge", "Copper", "Dale", "Ember", "Fjord", "Gable", "Harbour"];
const makes = ["light", "shop", "travel", "steel", "long", "short", "fine", "heavy"];
const categories = ["wheels", "drivetrain", "brakes", "frame", "cockpit", "bench"];
const nouns = ["wrench", "gauge", "stand", "pump", "cutter", "press", "lever", "brush"];

/** An SQL expression that picks a word by an index. */
function pickWord(words: string[], indexSql: string): string {
	const cases = words.map((word, index) => `when ${index} then '${word}'`).join(" ");
	return `case (${indexSql}) % ${words.length} ${cases} end`;
}

/** An SQL expression for a pseudo-random number, so that two runs insert the same rows. */
function pseudoRandom(n: string, below: number): string {
	return `(((${n}) * 7919 + (${n}) / 97) % ${below})`;
}

const withNumbers =
	"with recursive numbers(n) as (select ? union all select n + 1 from numbers where n < ?)";

/** The statements that insert the rows `n` in `numbers`, with the number of rows. */
function insertStatements({
	users,
	tools,
	reviews,
	lines,
}: Size): [name: string, rows: number, sql: string][] {
	const user = (n: string) => `'bench-user-' || ${pseudoRandom(n, users)}`;
	const tool = (n: string) => `'bench-tool-' || ${pseudoRandom(n, tools)}`;
	const image = "'/images/' || printf('%032d', 0)";
	const createdAt = (step: number) => `${oldestCreatedAt} + n * ${step}`;
	const email = (n: string) => `'rider' || ${pseudoRandom(n, users)} || '@example.test'`;
	const [insertOrders, insertLines] = insertOrderRows(
		"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, transaction_id, created_at, expires_at, currency, order_id, paid_at, shipped_at, closed_at, closed_why, partner",
		`select 'bench-order-' || n, ${user("n")}, 'Rider ' || ${pseudoRandom("n", users)}, ${email("n")}, '+1 555 0100', '5 Spoke Street', ${tool("n")}, ${pickWord(brands, "n / 64")} || ' ' || ${pickWord(makes, "n / 8")} || ' ' || ${pickWord(nouns, "n")}, ${image}, cents, 1 + n % 4, cents * (1 + n % 4),
				case when n % 10 < 4 then 'Shipped' else 'Pending' end,
				case when n % 10 < 6 then 'pi_bench_' || n end,
				${createdAt(60_000)}, ${createdAt(60_000)} + 86400000, 'USD', 'bench-order-' || n,
				case when n % 10 < 6 then ${createdAt(60_000)} + 60000 end,
				case when n % 10 < 4 then ${createdAt(60_000)} + 3600000 end,
				case when n % 10 >= 6 then ${createdAt(60_000)} + 86400000 end,
				case when n % 10 >= 8 then 'expired' when n % 10 >= 6 then 'deleted' end,
				case when n % 100 = 0 then 'blog-' || cast(n / 100 % 7 as integer) end
			from (select n, 500 + ${pseudoRandom("n", 50_000)} as cents from numbers)`,
		withNumbers,
	);
	return [
		[
			"users",
			users,
			`insert into users (id, name, email, email_verified, phone, address, role, created_at, updated_at)
			select 'bench-user-' || n, ${pickWord(brands, "n")} || ' Rider ' || n, 'rider' || n || '@example.test', 1, '+1 555 0100', n || ' Spoke Street', 'user', ${createdAt(1000)}, ${createdAt(1000)} from numbers`,
		],
		[
			"categories",
			categories.length,
			`insert or ignore into categories (slug, name, position) select ${pickWord(categories, "n")}, ${pickWord(categories, "n")}, 100 + n from numbers`,
		],
		[
			"tools",
			tools,
			`insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, category_slug)
			select 'bench-tool-' || n, ${pickWord(brands, "n / 64")} || ' ' || ${pickWord(makes, "n / 8")} || ' ' || ${pickWord(nouns, "n")} || ' ' || n, 'Number ' || n || ' of a wall of many. Forged, hardened and ground, with a handle that fits a gloved hand.', ${image}, 1 + n % 3, ${pseudoRandom("n", 500)}, ${pseudoRandom("n", 500)}, 500 + ${pseudoRandom("n", 50_000)}, ${createdAt(600_000)}, ${createdAt(600_000)}, ${pickWord(categories, pseudoRandom("n", 6))} from numbers`,
		],
		["orders", lines, insertOrders],
		["order_lines", lines, insertLines],
		[
			"reviews",
			reviews,
			`insert into reviews (id, user_id, author, rating, image, description, tool_id, created_at)
			select 'bench-review-' || n, ${user("n")}, 'Rider ' || ${pseudoRandom("n", users)}, 1 + n % 5, ${image}, 'Number ' || n || ': does what it says, and has done so through two winters.', ${tool("n")}, ${createdAt(60_000)} from numbers`,
		],
	];
}

/**
 * Fills the database of a demo shop that is not open. Drops indexes and triggers, inserts the rows, then
 * creates them again from their own SQL and fills the search tables as a migration does.
 */
export function fill(state: string, size: Size): void {
	const db = new DatabaseSync(databaseFile(state));
	db.exec("pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000");
	db.exec("pragma temp_store = memory; pragma foreign_keys = off");
	const deferred = db
		.prepare(
			"select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null order by type",
		)
		.all()
		.map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }));
	for (const { type, name } of deferred) db.exec(`drop ${type} "${name}"`);
	// The search tables have the rows that are there already.
	const indexed = new Map(
		searchTables.map(({ name, sourceTable }) => [name, maxRowNumber(db, sourceTable)]),
	);
	for (const [name, rows, sql] of insertStatements(size)) inBatches(db, name, rows, sql);
	const indexes = deferred.filter(({ type }) => type === "index");
	const bar = progress("indexes", indexes.length);
	for (const { sql } of indexes) {
		db.exec(sql);
		bar(1);
	}
	bar.finish();
	// stocked = in stock + reserved + sold.
	db.exec(
		`update tools set stocked = quantity + (select coalesce(sum(quantity), 0) from order_lines where tool_id = tools.id and (${isOpen.sql()} or ${isPaid.sql()}))`,
	);
	db.exec(
		`update tools set sold = (select coalesce(sum(${soldPieces.sql()}), 0) from order_lines where tool_id = tools.id), (stars_1, stars_2, stars_3, stars_4, stars_5) = (select ${[1, 2, 3, 4, 5].map((stars) => `coalesce(sum(rating = ${stars}), 0)`).join(", ")} from reviews where tool_id = tools.id)`,
	);
	// After the sums, because the place of a tool among words depends on its sales.
	for (const { sourceTable, name, fill } of searchTables) {
		const firstRow = (indexed.get(name) ?? 0) + 1;
		inBatches(db, name, maxRowNumber(db, sourceTable), fill, sourceTable, firstRow);
	}
	for (const { fill } of vocabularyTables) db.exec(fill);
	db.exec(
		`insert or replace into partner_sales select partner, sum(${isShown.sql("orders")}), sum(${isPaid.sql("orders")}), sum((items_cents - discounts_cents) * ${isPaid.sql("orders")}) from orders where partner is not null group by partner`,
	);
	db.exec(`update tools set in_stock = quantity >= min_order_quantity`);
	for (const statement of [...fillSales, ...fillCustomers]) db.exec(statement);
	const scopes = db.prepare("select slug from categories").all();
	for (const scope of ["all", ...scopes.map(({ slug }) => String(slug))])
		for (const sql of recountFacets(scope)) db.exec(sql);
	for (const { type, sql } of deferred) if (type === "trigger") db.exec(sql);
	db.exec("pragma wal_checkpoint(truncate)");
	db.close();
}

function maxRowNumber(db: DatabaseSync, table: string): number {
	const row = db.prepare(`select coalesce(max(number), 0) as n from ${table}`).get();
	return Number(row?.n);
}

/** Runs a statement in batches, over `n` in `numbers` or over the `number` column of its table. */
function inBatches(
	db: DatabaseSync,
	name: string,
	rows: number,
	sql: string,
	table = name,
	start = 1,
): void {
	const isGenerated = sql.includes("numbers");
	const statement = db.prepare(
		isGenerated
			? `${sql.startsWith("with") ? "" : withNumbers} ${sql}`
			: `${sql} and ${table}.number between ? and ?`,
	);
	const bar = progress(name, rows);
	for (let firstRow = start; firstRow <= rows; firstRow += batchSize) {
		const lastRow = Math.min(firstRow + batchSize - 1, rows);
		statement.run(firstRow, lastRow);
		bar(lastRow - firstRow + 1);
	}
	bar.finish();
}
