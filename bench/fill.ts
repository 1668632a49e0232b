/** Fills a new local database with as many tools, reviews and orders as a shop will ever have. */
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../local/state.ts";
import { searchTables } from "../src/db/triggers.ts";
import { progress } from "./progress.ts";

/** How many rows of each kind a bench shop gets. */
export interface Size {
	users: number;
	tools: number;
	reviews: number;
	orders: number;
}

/** Rows put in by one statement: small enough to show that it moves. */
const batch = 20_000;

/** When the oldest row was made: years before the demo shop's own, which stay the newest. */
const began = Date.UTC(2020, 0, 1);

const brands = ["Alpine", "Bridge", "Copper", "Dale", "Ember", "Fjord", "Gable", "Harbour"];
const makes = ["light", "shop", "travel", "steel", "long", "short", "fine", "heavy"];
const nouns = ["wrench", "gauge", "stand", "pump", "cutter", "press", "lever", "brush"];

/** One of a list of words, by what a column holds. */
function oneOf(words: string[], by: string): string {
	const cases = words.map((word, place) => `when ${place} then '${word}'`).join(" ");
	return `case (${by}) % ${words.length} ${cases} end`;
}

/** A number that follows from another without any visible order, so that two runs fill alike. */
function scattered(n: string, below: number): string {
	return `(((${n}) * 7919 + (${n}) / 97) % ${below})`;
}

/** The statements that make the rows `n` in `numbers`, and how many there are of each. */
function kinds({
	users,
	tools,
	reviews,
	orders,
}: Size): [name: string, rows: number, sql: string][] {
	const user = (n: string) => `'bench-user-' || ${scattered(n, users)}`;
	const tool = (n: string) => `'bench-tool-' || ${scattered(n, tools)}`;
	const picture = "'/images/' || printf('%064d', 0)";
	const at = (step: number) => `${began} + n * ${step}`;
	const email = (n: string) => `'rider' || ${scattered(n, users)} || '@example.test'`;
	return [
		[
			"users",
			users,
			`insert into users (id, name, email, email_verified, phone, address, role, created_at, updated_at)
			select 'bench-user-' || n, ${oneOf(brands, "n")} || ' Rider ' || n, 'rider' || n || '@example.test', 1, '+1 555 0100', n || ' Spoke Street', 'user', ${at(1000)}, ${at(1000)} from numbers`,
		],
		[
			"tools",
			tools,
			`insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at)
			select 'bench-tool-' || n, ${oneOf(brands, "n / 64")} || ' ' || ${oneOf(makes, "n / 8")} || ' ' || ${oneOf(nouns, "n")} || ' ' || n, 'Number ' || n || ' of a wall of many. Forged, hardened and ground, with a handle that fits a gloved hand.', ${picture}, 1 + n % 3, ${scattered("n", 500)}, ${scattered("n", 500)}, 500 + ${scattered("n", 50_000)}, ${at(600_000)}, ${at(600_000)} from numbers`,
		],
		[
			"orders",
			orders,
			`insert into orders (id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, payment_intent_id, transaction_id, request_key, created_at, expires_at, paid_at, shipped_at, closed_at, closed_why, partner)
			select 'bench-order-' || n, ${user("n")}, 'Rider ' || ${scattered("n", users)}, ${email("n")}, '+1 555 0100', '5 Spoke Street', ${tool("n")}, ${oneOf(brands, "n / 64")} || ' ' || ${oneOf(makes, "n / 8")} || ' ' || ${oneOf(nouns, "n")}, ${picture}, cents, 1 + n % 4, cents * (1 + n % 4),
				case when n % 10 < 4 then 'Shipped' else 'Pending' end,
				case when n % 10 < 7 then 'pi_bench_' || n end,
				case when n % 10 < 6 then 'pi_bench_' || n end,
				'bench-key-' || n, ${at(60_000)}, ${at(60_000)} + 86400000,
				case when n % 10 < 6 then ${at(60_000)} + 60000 end,
				case when n % 10 < 4 then ${at(60_000)} + 3600000 end,
				case when n % 10 >= 6 then ${at(60_000)} + 86400000 end,
				case when n % 10 >= 8 then 'expired' when n % 10 >= 6 then 'deleted' end,
				case when n % 100 = 0 then 'blog-' || cast(n / 100 % 7 as integer) end
			from (select n, 500 + ${scattered("n", 50_000)} as cents from numbers)`,
		],
		[
			"reviews",
			reviews,
			`insert into reviews (id, user_id, author, rating, image, description, tool_id, created_at)
			select 'bench-review-' || n, ${user("n")}, 'Rider ' || ${scattered("n", users)}, 1 + n % 5, ${picture}, 'Number ' || n || ': does what it says, and has done so through two winters.', ${tool("n")}, ${at(60_000)} from numbers`,
		],
	];
}

/**
 * Fills a migrated database that nobody has open. Indexes and triggers are put back once the rows
 * are in, by their own words, and the searches are filled as a migration fills them.
 */
export function fill(state: string, size: Size): void {
	const db = new DatabaseSync(databaseFile(state));
	db.exec("pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000");
	db.exec("pragma temp_store = memory; pragma foreign_keys = off");
	const late = db
		.prepare(
			"select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null order by type",
		)
		.all()
		.map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }));
	for (const { type, name } of late) db.exec(`drop ${type} "${name}"`);
	for (const [name, rows, sql] of kinds(size)) inBatches(db, name, rows, sql);
	const indexes = late.filter(({ type }) => type === "index");
	const done = progress("indexes", indexes.length);
	for (const { sql } of indexes) {
		db.exec(sql);
		done(1);
	}
	done.end();
	for (const { of, name, fill } of searchTables) inBatches(db, name, last(db, of), fill);
	// Stock adds up: on the wall, held and sold.
	db.exec(
		"update tools set stocked = quantity + (select coalesce(sum(quantity), 0) from orders where tool_id = tools.id and closed_at is null)",
	);
	// As the triggers would have: it was out of their sight that the orders came in.
	db.exec(
		"insert or replace into partner_sales select partner, sum(closed_why is null), sum(transaction_id is not null and closed_at is null), sum(total_cents * (transaction_id is not null and closed_at is null)) from orders where partner is not null group by partner",
	);
	for (const { type, sql } of late) if (type === "trigger") db.exec(sql);
	db.exec("pragma wal_checkpoint(truncate)");
	db.close();
}

function last(db: DatabaseSync, table: string): number {
	const row = db.prepare(`select coalesce(max(number), 0) as n from ${table}`).get();
	return Number(row?.n);
}

/** Runs a statement over `n` in `numbers`, or over the numbers of the table it reads, batch by batch. */
function inBatches(db: DatabaseSync, name: string, rows: number, sql: string): void {
	const made = sql.includes("numbers");
	const statement = db.prepare(
		made
			? `with recursive numbers(n) as (select ? union all select n + 1 from numbers where n < ?) ${sql}`
			: `${sql} and number between ? and ?`,
	);
	const done = progress(name, rows);
	for (let first = 1; first <= rows; first += batch) {
		const until = Math.min(first + batch - 1, rows);
		statement.run(first, until);
		done(until - first + 1);
	}
	done.end();
}
