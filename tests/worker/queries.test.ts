/**
 * The queries of every page, call, job and queue, with the rows they read and write, compared with
 * queries.snap.txt; and SQLite's plan of each: none scans a whole table, and no list is sorted that an
 * index has sorted. After a change, this prints the difference of the SQL; npm run queries accepts it.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { allowedRoutes } from "../../src/http/auth-route.ts";
import { auditKinds } from "../../src/shop/audit/audit-actions.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { orderSorts } from "../../src/shop/orders/lines.ts";
import { toolSorts } from "../../src/shop/tools/tools.ts";
import { jobNames } from "../../src/values/jobs.ts";
import { encodeCursor } from "../../src/values/paging.ts";
import toml from "../../wrangler.toml?raw";
import { type Entry, expectHashes, type KeepTexts } from "../helpers/hashed-texts.ts";
import { onOneLine } from "../helpers/one-line.ts";
import { callApi, type Person, signUpByApi } from "../helpers/shop.ts";
import { formatSql } from "./format-sql.ts";
import snapshot from "./queries.snap.txt?raw";
import { realDatabase, recorded, type Trip } from "./record-statements.ts";
import { recordRouteQueries } from "./route-queries/record.ts";
import { type RouteQueries, routeFiles, routeOf } from "./route-queries/recorder.ts";

let queries: RouteQueries = new Map();

/** Sending every request takes a while on a busy machine, in milliseconds. */
const timeoutMs = 120_000;

beforeAll(async () => {
	queries = await recordRouteQueries();
	await readLists(await signUpByApi({ role: "admin" }), await signUpByApi());
}, timeoutMs);

async function read(path: string, token: string | undefined): Promise<void> {
	const { status } = await callApi("GET", path, { token });
	if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
}

/** Reads a list's first page, and a page after a cursor of either kind. */
async function list(path: string, token?: string) {
	const also = path.includes("?") ? "&" : "?";
	await read(path, token);
	for (const value of [7, "seven"]) {
		await read(`${path}${also}cursor=${encodeCursor({ value, id: "x" })}`, token);
	}
}

/** Reads every list in every order, with every kind of search. */
async function readLists(admin: Person, rider: Person) {
	const searches = ["", "&q=wrench", "&q=wr", "&q=w", "&q=%22AND*"];
	for (const sort of toolSorts) {
		for (const q of searches) await list(`/service?sort=${sort}${q}`);
	}
	for (const sort of orderSorts) {
		for (const q of searches) {
			await list(`/order?sort=${sort}${q}`, admin.token);
			await list(`/order?sort=${sort}${q}&email=${rider.email}`, admin.token);
			await list(`/order?sort=${sort}${q}&email=${rider.email}`, rider.token);
		}
	}
	for (const q of searches) await list(`/user?limit=9${q}`, admin.token);
	for (const kind of auditKinds) await list(`/audit?kind=${kind}`, admin.token);
	await list("/audit", admin.token);
	await list("/audit?subject=x", admin.token);
	await list("/rating");
}

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** Statements that authenticate, which many routes send: which have a line of their own. */
const authentication: [name: string, statement: RegExp][] = [
	[
		"the caller and their role, by session",
		/^select "users"\."id", .* from "sessions" inner join "users"/,
	],
	[
		"the session and its user, by the session's token",
		/^select "id", "token", .* \(select json_array/,
	],
	[
		"the requests of an IP address",
		/^select "id", "key", "count", "last_request" from "rate_limits"/,
	],
	["the first request of an IP address", /^insert into "rate_limits"/],
];

function describeStatement(sql: string): string {
	const [name] = authentication.find(([, statement]) => statement.test(sql)) ?? [];
	return name ? `-- ${name}` : `${formatSql(sql)};`;
}

function describeTrip({ statements }: Trip): string[] {
	const heading = statements.length > 1 ? [`-- a batch of ${statements.length}`] : [];
	return [...heading, ...statements.map(describeStatement)];
}

/** Names of routes by path, so that a new one changes no other's place. */
const byPath = ([one]: [string, unknown], [other]: [string, unknown]) => {
	const key = (name: string) => name.replace(/^([A-Z]+) (\S+)/, "$2 $1");
	return key(one) < key(other) ? -1 : 1;
};

/**
 * A search for all rows with a random id, in an index that is not unique. It also reads the next entry, if
 * there is one, so the count of a route that makes several is a few rows up or down each time.
 */
const readsByRandomId = /"refunds"\."intent_id" = (\?|\(select)|^select ids, marks from/;

function entryOf([name, trips]: [string, Trip[]]): Entry {
	const sum = (key: "rowsRead" | "rowsWritten") =>
		trips.reduce((total, trip) => total + trip[key], 0);
	const varies = trips.some(({ statements }) =>
		statements.some((sql) => readsByRandomId.test(sql)),
	);
	const read = varies ? `fewer than ${Math.ceil(sum("rowsRead") / 100) * 100}` : sum("rowsRead");
	const counts = `${count(trips.length, "trip")}, ${read} rows read, ${sum("rowsWritten")} written`;
	return { line: `${name}: ${counts};`, parts: trips.flatMap(describeTrip) };
}

const keepTexts: KeepTexts = async (texts, wanted) => {
	const body = JSON.stringify([texts, wanted]);
	return (await env.KEPT_TEXTS.fetch("http://texts", { method: "POST", body })).json();
};

it("are those of the snapshot", async () => {
	const sent = [...queries.values()].flat().flatMap(({ statements }) => statements);
	const authenticating = authentication.map(([name, statement]) => {
		const statements = new Set(sent.filter((one) => statement.test(one)));
		expect(statements.size, name).toBe(1);
		return { line: `${name}:`, parts: [...statements].map(formatSql) };
	});
	const entries = [...authenticating, ...[...queries].sort(byPath).map(entryOf)];
	await expectHashes("queries.snap.txt", snapshot, entries, keepTexts);
});

describe("the snapshot has", () => {
	const isRecorded = (name: string) =>
		[...queries.keys()].some((recorded) => recorded === name || recorded.startsWith(`${name} (`));

	it("every page and file of src/pages but prerendered ones", () => {
		const sources = import.meta.glob<string>("../../src/pages/**/*.{astro,ts}", {
			eager: true,
			query: "?raw",
			import: "default",
		});
		const missing = routeFiles.flatMap((file) => {
			const source = sources[`../../src/pages${file}`] ?? "";
			const isPrerendered = /export const prerender = true/.test(source);
			if (isPrerendered || file === "/api/auth/[...path].ts") return [];
			// A page has one method, except for the one that a form is sent to.
			if (file.endsWith(".astro")) {
				const route = routeOf(file);
				return isRecorded(`GET ${route}`) || isRecorded(`POST ${route}`) ? [] : [route];
			}
			const methods = [...source.matchAll(/export const (GET|POST|PUT|PATCH|DELETE)\b/g)];
			return methods
				.map(([, method]) => `${method} ${routeOf(file)}`)
				.filter((name) => !isRecorded(name));
		});
		expect(missing).toEqual([]);
		expect(routeFiles.length).toBeGreaterThan(40);
	});

	it("every call of the API", () => {
		const missing = endpoints
			.map(
				({ endpoint: { method, path } }) => `${method} /api${path.replace(/\{(\w+)\}/g, "[$1]")}`,
			)
			.filter((name) => !isRecorded(name));
		expect(missing).toEqual([]);
	});

	it("every call of the auth API", () => {
		expect([...allowedRoutes].filter((name) => !isRecorded(name))).toEqual([]);
	});

	it("every job and queue", () => {
		const jobs = jobNames.map((name) => `job ${name}`);
		const consumers = [...toml.matchAll(/\[\[queues\.consumers\]\]\s+queue = "([\w-]+)"/g)];
		const names = new Set([...jobs, ...consumers.map(([, name]) => `queue ${name}`)]);
		expect(names.size).toBeGreaterThan(8);
		expect([...names].filter((name) => !isRecorded(name))).toEqual([]);
	});
});

/** The statements that may scan a table or sort, and why. */
const allowed: [statement: RegExp, plan: RegExp, why: string][] = [
	[
		/^insert into "(users|order_lines)"/,
		/SCAN (audit|reviews|refunds)$/,
		"the foreign key check of a new row: never run, as no row refers to a missing one (OP_FkIfZero)",
	],
	[
		/from "(job_runs|service_limits|health_checks)"/,
		/SCAN (job_runs|service_limits|health_checks)$/,
		"a row for each scheduled job, each service with a quota and each check of health; a list of their names would read twice as many",
	],
	[
		/with recursive bought/,
		/SCAN bought|TEMP B-TREE FOR ORDER BY/,
		"one user's purchased tools, a hundred at most",
	],
	[
		/from "missed_searches" where .* group by/,
		/TEMP B-TREE FOR (GROUP|ORDER) BY/,
		"the searches without results of a month, 200 words a day at most",
	],
	[/insert into "missed_searches"/, /SCAN counted$/, "counts the words of today, 200 at most"],
	[
		/with recursive named/,
		/SCAN named$/,
		"the names of makers, 300 at most, each found by the index",
	],
	[
		/as at_row from .* limit \?\) as found cross join /,
		/TEMP B-TREE FOR ORDER BY/,
		"sorts the newest results, 250 at most (platform/database/list-query)",
	],
	[
		/from "verifications" where .*"identifier" = \?/,
		/TEMP B-TREE FOR ORDER BY/,
		"the values of one link, which has one",
	],
	[
		/json_each\(\?\) join "tools" .*order by json_each\.key|"order_lines"\."order_id" (in|= \?) .*order by "order_lines"\./,
		/TEMP B-TREE FOR ORDER BY/,
		"the lines of one order, which has fifty at most",
	],
	[
		/from "(refunds|refund_lines)" where|"refund_lines"\."(line_id|refund_id)" = .* order by |"order_lines"\."id" = \? or "order_lines"\."order_id" = \?/,
		/TEMP B-TREE FOR ORDER BY/,
		"the refunds of one payment, made by hand, and the lines of one order",
	],
	[
		/^insert into "refunds" .* from json_each\(\?\) as made order by made\.key/,
		/TEMP B-TREE FOR ORDER BY/,
		"the ways that one refund goes back",
	],
	[
		/json_each\(\?\) as (part|made)\b/,
		/^SCAN (part|made) VIRTUAL TABLE INDEX \d+:$/,
		"the lines that one refund is divided over, and the refunds of one payment",
	],
	[
		/^select "slug", "name" from "categories" order by/,
		/SCAN categories$|TEMP B-TREE FOR ORDER BY/,
		"the categories of a shop, a hundred at most",
	],
	[
		/^select ids, marks from .* from facet_counts not indexed/,
		/^SCAN categories$/,
		"the same categories, once a day",
	],
	[
		/ from "tools" where .*"(maker|supplier|category_slug)" = \?.* order by .*"(created|archived)_at" desc/,
		/TEMP B-TREE FOR ORDER BY/,
		"the tools of one maker, supplier or category, as staff filter them",
	],
	[/^select "gift_cards_cents" from "shop_counts"$/, /^SCAN shop_counts$/, "a row, of the shop"],
	[
		/gift_cards_cents <> \(select coalesce\(sum\(balance_cents\)/,
		/^SCAN gift_cards$/,
		"all cards, once a day: what they are worth together is counted",
	],
	[
		/json_each\("settings"\."value", '\$\.tools'\) as one/,
		/^SCAN one VIRTUAL TABLE INDEX \d+:$|TEMP B-TREE FOR ORDER BY/,
		"the tools that staff have chosen for the home page, six at most",
	],
	[
		/from json_each\(\?\) as one\b/,
		/^SCAN (one|further|image|fit) VIRTUAL TABLE INDEX \d+:$/,
		"the lines that an import saves at once, fifty at most, and the images and capabilities of each",
	],
	[
		/^insert into "(tools|families)" .* as candidate where not exists .* order by candidate\.key/,
		/TEMP B-TREE FOR ORDER BY/,
		"the addresses that a new tool can have, ten at most",
	],
	[
		/with chosen as materialized/,
		/^SCAN chosen$/,
		"the corrections of a search, one row (shop/search)",
	],
	[
		/ as is_few from days\) select \* from found\)/,
		/^SCAN (days|found)$/,
		"the days of a search of orders, and whether it finds few: one row each",
	],
	[/as axis\b/, /^SCAN axis VIRTUAL TABLE INDEX \d+:$/, "the options of a family, three at most"],
	[
		/indexed by orders_open_unproved/,
		/^SCAN orders USING INDEX orders_open_unproved$|TEMP B-TREE FOR (GROUP|ORDER) BY/,
		"what unproved buyers reserve, whose orders are ten a network for half an hour",
	],
	[
		/as waiting indexed by order_lines_to_ship/,
		/^SCAN waiting USING (COVERING )?INDEX order_lines_to_ship$|TEMP B-TREE FOR (GROUP BY|count\(DISTINCT\))/,
		"the pick list has the lines of the hundred orders that wait longest, and nothing else",
	],
	[
		/^select .* from "tools" where "tools"\."number" in \( ?select \* from/,
		/TEMP B-TREE FOR ORDER BY/,
		"the tools whose stock is lowest, a page of those with a mark of their own and one of the others",
	],
];

async function planOf(sql: string, values: unknown[]): Promise<string[]> {
	const plan = await realDatabase
		.prepare(`explain query plan ${sql}`)
		.bind(...values)
		.all<{ detail: string }>();
	return plan.results.map(({ detail }) => detail);
}

/**
 * The steps of a plan without the scans of its co-routines' results, one per co-routine: a co-routine
 * may have the name of a table.
 */
function withoutCoroutines(steps: string[]): string[] {
	const given = steps.flatMap((step) => /^CO-ROUTINE (\w+)$/.exec(step)?.[1] ?? []);
	return steps.filter((step) => {
		const place = given.findIndex((name) => step === `SCAN ${name}`);
		if (place >= 0) given.splice(place, 1);
		return place < 0;
	});
}

/** Whether the cost of a plan's step grows with the number of rows. */
function scansGrowingTable(sql: string, step: string): boolean {
	if (step.includes("USE TEMP B-TREE FOR ORDER BY")) return true;
	// A unique index may contain any number of nulls.
	const [, table, unique] = /^SEARCH (\w+) .*_unique \((\w+)=\?\)/.exec(step) ?? [];
	if (unique && sql.includes(`"${table}"."${unique}" is null`)) return true;
	if (!step.startsWith("SCAN ")) return false;
	// A list of values, rows already found, the one row of a select without a table, a search by trigrams.
	if (
		/^SCAN (json_each|\(subquery|CONSTANT ROW|\d+(-ROW VALUES CLAUSE| CONSTANT)|\w+_(search|search_names|search_texts) VIRTUAL TABLE INDEX \d+:M)/.test(
			step,
		)
	) {
		return false;
	}
	// Along the row numbers or an index, up to the limit.
	const [, numbered] = / order by "(\w+)"\."number" desc limit \?$/.exec(sql) ?? [];
	if (numbered && step === `SCAN ${numbered}`) return false;
	return !(step.includes(" INDEX ") && /\blimit\b/.test(sql));
}

it(
	"scans no whole table and sorts no list",
	async () => {
		expect(recorded.size).toBeGreaterThan(80);
		const offences: string[] = [];
		for (const [sql, values] of recorded) {
			for (const step of withoutCoroutines(await planOf(sql, values))) {
				const may = allowed.some(([one, plan]) => one.test(onOneLine(sql)) && plan.test(step));
				if (scansGrowingTable(sql, step) && !may) offences.push(`${step}\n    in ${sql}`);
			}
		}
		expect(offences).toEqual([]);
	},
	timeoutMs,
);
