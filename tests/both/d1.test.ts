/**
 * What the tests in Node take from D1 is as it is on workerd: this file runs on both (vitest.config.ts), so
 * that tests/setup/in-node/d1.ts stays as strict as D1.
 */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.all();

const rowsOf = async (sql: string, ...values: unknown[]) => (await run(sql, ...values)).results;

const schema = [
	"create table parts (id integer primary key, name text unique not null, note text, check (note is not 'bad'))",
	"create table bins (part_id integer not null references parts (id))",
	"create table counts (n integer, share real) strict",
	"create trigger reject_parts before insert on parts when new.name = 'brake' begin select raise(abort, 'no brakes'); end",
	"create trigger count_bins after insert on bins begin update counts set n = n + 1; end",
];

beforeAll(async () => {
	await env.DB.batch(schema.map((sql) => env.DB.prepare(sql)));
});

beforeEach(async () => {
	await env.DB.batch(
		[
			"delete from bins",
			"delete from parts",
			"delete from counts",
			"insert into parts (id, name) values (1, 'chain'), (2, 'saddle')",
			"insert into counts values (0, 0.5)",
		].map((sql) => env.DB.prepare(sql)),
	);
});

afterAll(async () => {
	await env.DB.batch(
		["bins", "counts", "parts"].map((table) => env.DB.prepare(`drop table ${table}`)),
	);
});

const repeat = (count: number, text: string, separator = ", ") =>
	Array(count).fill(text).join(separator);

describe("a value", () => {
	it.each<[what: string, sql: string, values: unknown[], row: Record<string, unknown>]>([
		[
			"a number is a float",
			"select typeof(?1) as t, quote(?1) as q, ?1 = 1 as same",
			[1],
			{ t: "real", q: "1.0", same: 1 },
		],
		["a number in a text", "select ?1 || '' as text", [1], { text: "1.0" }],
		["a number in SQL is an integer", "select typeof(1) as t", [], { t: "integer" }],
		["true is 1", "select ? as yes, ? as no", [true, false], { yes: 1, no: 0 }],
		["null", "select ? as empty", [null], { empty: null }],
		[
			"NaN is null",
			"select ? as a, ? as b",
			[Number.NaN, Number.POSITIVE_INFINITY],
			{ a: null, b: null },
		],
		[
			"text",
			"select ? as text, length(?) as n",
			["\u{1F6B2} é", "\u{1F6B2} é"],
			{ text: "\u{1F6B2} é", n: 3 },
		],
		[
			"bytes come back as numbers",
			"select ? as b, typeof(?) as t",
			[new Uint8Array([1, 2]), new Uint8Array([1])],
			{ b: [1, 2], t: "blob" },
		],
		["bytes of a buffer", "select ? as b", [new Uint8Array([3, 4]).buffer], { b: [3, 4] }],
		["bytes of an array", "select ? as b", [[5, 6]], { b: [5, 6] }],
		["the same name twice", "select 1 as a, 2 as a", [], { a: 2 }],
		[
			"numbered parameters",
			"select ?2 as b, ?1 as a, '?' as q /* ? */ -- ?",
			["x", "y"],
			{ b: "y", a: "x", q: "?" },
		],
		[
			"a pattern of 50 bytes",
			"select ? like ? as found",
			["a".repeat(50), "a".repeat(50)],
			{ found: 1 },
		],
		[
			"letters of ASCII alone have cases",
			"select lower('É') as l, 'É' like 'é' as same",
			[],
			{ l: "É", same: 0 },
		],
		[
			"100 parameters",
			`select ${repeat(100, "?", " + ")} as sum`,
			Array(100).fill(1),
			{ sum: 100 },
		],
		[
			"five selects in one",
			"select count(*) as n from (select 1 union select 2 union select 3 union select 4 union select 5)",
			[],
			{ n: 5 },
		],
		[
			"many rows of values",
			`select count(*) as n from (values ${repeat(200, "(1)")})`,
			[],
			{ n: 200 },
		],
		["a hundred columns", `select count(*) as n from (select ${repeat(100, "1")})`, [], { n: 1 }],
		[
			"JSON",
			"select json_extract(?, '$.a') as a, (select sum(value) from json_each('[1, 2]')) as sum",
			['{"a":"x"}'],
			{ a: "x", sum: 3 },
		],
	])("%s", async (_, sql, values, row) => {
		expect(await rowsOf(sql, ...values)).toEqual([row]);
	});

	it.each([undefined, 1n, {}, () => 1, ["a"], [300]])("%o is of no type that D1 has", (value) => {
		expect(() => env.DB.prepare("select ?").bind(value)).toThrow(
			/^D1_TYPE_ERROR: Type '\w+' not supported/,
		);
	});

	it("a whole number is an integer in a strict column", async () => {
		await run("update counts set n = ?, share = ?", 3, 1);
		expect(await rowsOf("select typeof(n) as n, typeof(share) as share from counts")).toEqual([
			{ n: "integer", share: "real" },
		]);
	});
});

describe("an error", () => {
	it.each<[what: string, sql: string, values: unknown[], message: string | RegExp]>([
		["of syntax", "selec 1", [], /^D1_ERROR: near "selec": syntax error.*: SQLITE_ERROR$/],
		[
			"of a table",
			"select 1 from nowhere",
			[],
			/^D1_ERROR: no such table: nowhere.*: SQLITE_ERROR$/,
		],
		[
			"of a column",
			"select weight from parts",
			[],
			/^D1_ERROR: no such column: weight.*: SQLITE_ERROR$/,
		],
		[
			"of too few values",
			"select ?, ?",
			[1],
			"D1_ERROR: Wrong number of parameter bindings for SQL query.",
		],
		[
			"of too many values",
			"select ?, '?'",
			[1, 2],
			"D1_ERROR: Wrong number of parameter bindings for SQL query.",
		],
		[
			"of 101 parameters",
			`select ${repeat(100, "?")}, ?`,
			Array(101).fill(1),
			/^D1_ERROR: too many SQL variables.*: SQLITE_ERROR$/,
		],
		[
			"of a unique column",
			"insert into parts (name) values ('chain')",
			[],
			"D1_ERROR: UNIQUE constraint failed: parts.name: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)",
		],
		[
			"of a primary key",
			"insert into parts (id, name) values (1, 'x')",
			[],
			"D1_ERROR: UNIQUE constraint failed: parts.id: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)",
		],
		[
			"of null",
			"insert into parts (name) values (null)",
			[],
			"D1_ERROR: NOT NULL constraint failed: parts.name: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_NOTNULL)",
		],
		[
			"of a check",
			"insert into parts (name, note) values ('x', 'bad')",
			[],
			"D1_ERROR: CHECK constraint failed: note is not 'bad': SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_CHECK)",
		],
		[
			"of a foreign key",
			"insert into bins values (99)",
			[],
			"D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_FOREIGNKEY)",
		],
		[
			"of a trigger",
			"insert into parts (name) values ('brake')",
			[],
			"D1_ERROR: no brakes: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)",
		],
		[
			"of a strict column's type",
			"update counts set n = ?",
			[1.5],
			"D1_ERROR: cannot store REAL value in INTEGER column counts.n: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_DATATYPE)",
		],
		[
			"of an id that is no number",
			"insert into parts (id, name) values ('x', 'y')",
			[],
			/^D1_ERROR: datatype mismatch: SQLITE_MISMATCH$/,
		],
		[
			"of a pattern above 50 bytes",
			"select ? like ?",
			["a", "a".repeat(51)],
			/^D1_ERROR: LIKE or GLOB pattern too complex: SQLITE_ERROR$/,
		],
		[
			"of six selects in one",
			"select 1 union select 2 union select 3 union select 4 union select 5 union select 6",
			[],
			/^D1_ERROR: too many terms in compound SELECT.*: SQLITE_ERROR$/,
		],
		[
			"of 101 columns",
			`select ${repeat(101, "1")}`,
			[],
			/^D1_ERROR: too many columns in result set.*: SQLITE_ERROR$/,
		],
		[
			"of a statement above 100 KB",
			`select 1 -- ${"x".repeat(100_000)}`,
			[],
			/^D1_ERROR: .*: SQLITE_TOOBIG$/,
		],
		[
			"of a long sum",
			`select ${repeat(101, "1", " + ")}`,
			[],
			/^D1_ERROR: Expression tree is too large.*: SQLITE_ERROR$/,
		],
		["of invalid JSON", "select json('{')", [], /^D1_ERROR: malformed JSON: SQLITE_ERROR$/],
		["of no statement", "-- nothing", [], /^D1_ERROR: /],
		["of a transaction", "begin", [], /^D1_ERROR: /],
		["of a savepoint", "savepoint one", [], /^D1_ERROR: /],
		[
			"of another database",
			"attach ':memory:' as other",
			[],
			/^D1_ERROR: not authorized.*: SQLITE_AUTH$/,
		],
		[
			"of a temporary table",
			"create temp table t (a)",
			[],
			/^D1_ERROR: not authorized.*: SQLITE_AUTH$/,
		],
		[
			"of a name of the platform",
			"create table _cf_mine (a)",
			[],
			/^D1_ERROR: not authorized.*: SQLITE_AUTH$/,
		],
		["of a pragma", "pragma journal_mode", [], /^D1_ERROR: not authorized.*: SQLITE_AUTH$/],
		[
			"of a function",
			"select sqlite_version()",
			[],
			/^D1_ERROR: not authorized to use function: sqlite_version/,
		],
		["of a function that D1's SQLite lacks", "select if(1, 2, 3)", [], /^D1_ERROR: /],
	])("%s", async (_, sql, values, message) => {
		await expect(run(sql, ...values)).rejects.toThrow(
			typeof message === "string" ? new Error(message) : message,
		);
	});

	it("of no statement in a batch", async () => {
		await expect(env.DB.batch([])).rejects.toThrow("D1_ERROR: No SQL statements detected.");
	});
});

describe("a batch", () => {
	const prepare = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
	const countParts = () => rowsOf("select count(*) as n from parts");

	it("is one transaction", async () => {
		const inserts = [3, 3].map((id) =>
			prepare("insert into parts (id, name) values (?, ?)", id, `part ${id}`),
		);
		await expect(env.DB.batch(inserts)).rejects.toThrow("UNIQUE constraint failed: parts.id");
		expect(await countParts()).toEqual([{ n: 2 }]);
	});

	it("knows what the statement before has changed, without what triggers did", async () => {
		const results = await env.DB.batch<Record<string, number>>([
			prepare("insert into bins values (1), (2)"),
			prepare("select changes() as n"),
			prepare("update parts set note = 'x' returning id"),
			prepare("select changes() as n"),
			prepare("select n from counts"),
		]);
		expect(results.map(({ results: rows }) => rows)).toEqual([
			[],
			[{ n: 2 }],
			[{ id: 1 }, { id: 2 }],
			[{ n: 2 }],
			[{ n: 2 }],
		]);
		// `meta` counts the changes of triggers too.
		expect(
			results.map(({ success, meta: { changes, changed_db } }) => [success, changes, changed_db]),
		).toEqual([
			[true, 4, true],
			[true, 0, false],
			[true, 2, true],
			[true, 0, false],
			[true, 0, false],
		]);
	});

	it("may check foreign keys at its end", async () => {
		const statements = ["pragma defer_foreign_keys = on", "insert into bins values (9)"];
		await env.DB.batch(
			[...statements, "insert into parts (id, name) values (9, 'x')"].map((sql) => prepare(sql)),
		);
		expect(await countParts()).toEqual([{ n: 3 }]);
	});

	it("runs alone, and batches in their order", async () => {
		const add = (name: string) =>
			prepare("insert into parts (name) select ? || count(*) from parts", name);
		await Promise.all([env.DB.batch([add("a"), add("a")]), env.DB.batch([add("b"), add("b")])]);
		expect(await rowsOf("select name from parts where id > 2 order by id")).toEqual(
			["a2", "a3", "b4", "b5"].map((name) => ({ name })),
		);
	});
});

describe("a statement", () => {
	const two = () => env.DB.prepare("select 1 as a, 'x' as b union all select 2, null");
	const none = () => env.DB.prepare("select 1 as a where false");

	it("gives its first row, or a column of it", async () => {
		expect(await two().first()).toEqual({ a: 1, b: "x" });
		expect(await two().first("b")).toBe("x");
		expect(await none().first()).toBeNull();
		expect(await none().first("anything")).toBeNull();
		await expect(two().first("c")).rejects.toThrow("D1_COLUMN_NOTFOUND: Column not found (c)");
	});

	it("gives rows as arrays", async () => {
		expect(await two().raw()).toEqual([
			[1, "x"],
			[2, null],
		]);
		expect(await two().raw({ columnNames: true })).toEqual([
			["a", "b"],
			[1, "x"],
			[2, null],
		]);
	});

	it("tells the last row that it has inserted", async () => {
		const { meta } = await run("insert into parts (id, name) values (40, 'x')");
		expect(meta).toMatchObject({ last_row_id: 40, changes: 1, changed_db: true });
		expect((await run("select 1")).meta).toMatchObject({ changes: 0, changed_db: false });
	});

	it("runs when it is awaited, as often as it is", async () => {
		const statement = env.DB.prepare("insert into parts (name) values (?)");
		const [one, other] = [statement.bind("one"), statement.bind("other")];
		await other.run();
		await one.run();
		expect(await rowsOf("select name from parts where id > 2 order by id")).toEqual([
			{ name: "other" },
			{ name: "one" },
		]);
		await expect(one.run()).rejects.toThrow("UNIQUE");
	});

	it("answers later, in the order of the calls", async () => {
		const line: string[] = [];
		const calls = ["first", "second"].map(async (name) => {
			await env.DB.prepare("select 1").run();
			line.push(name);
		});
		line.push("meanwhile");
		await Promise.all(calls);
		expect(line).toEqual(["meanwhile", "first", "second"]);
	});

	it("runs in a session", async () => {
		const session = env.DB.withSession("first-primary");
		expect((await session.prepare("select 1 as a").all()).results).toEqual([{ a: 1 }]);
		expect(await session.batch([session.prepare("select 2 as a")])).toMatchObject([
			{ results: [{ a: 2 }] },
		]);
	});

	it("is a line of exec", async () => {
		expect(await env.DB.exec("delete from bins\ninsert into bins values (1)")).toMatchObject({
			count: 2,
		});
		expect(await rowsOf("select part_id from bins")).toEqual([{ part_id: 1 }]);
	});
});
