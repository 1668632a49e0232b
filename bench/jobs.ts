/**
 * Measures the scheduled job with a backlog of missed webhooks, expired reservations and due refunds:
 * how long it takes, and how many requests a second it sends to Stripe.
 */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { startStripe } from "@cogsmith/stand-in-for-stripe";
import { localKeys } from "../local/settings.ts";
import { databaseFile } from "../local/state.ts";
import { insertOrderRows } from "../tests/helpers/order-rows.ts";
import { openBenchShop, prepareState, stateFolder } from "./bench-shop.ts";
import { progress } from "./progress.ts";

/** The kinds of work: whether payments succeeded, whether the orders reserve stock, and what is left. */
const jobKinds = {
	missed: {
		paid: true,
		reserves: true,
		remainingSql: "order_lines where id like 'missed-%' and transaction_id is null",
	},
	expired: {
		paid: false,
		reserves: true,
		remainingSql: "order_lines where id like 'expired-%' and closed_at is null",
	},
	due: {
		paid: true,
		reserves: false,
		remainingSql: "refunds where order_id like 'due-%' and done_at is null",
	},
} as const;

type Kind = keyof typeof jobKinds;

/** How often the scheduled job runs, in milliseconds. */
const jobIntervalMs = 5 * 60_000;

/** The time within which the job must finish, in milliseconds. */
const timeoutMs = 15 * 60_000;

/** Stripe's rate limits in live mode, in requests a second: in total and by endpoint (Stripe docs: Rate limits). */
const stripeLimits = { all: 100, endpoint: 25 };

/** Payments created by one request to the stand-in. */
const intentsPerRequest = 500;

export interface JobFigures {
	/** The number of each kind. */
	count: number;
	/** Seconds from the first run until a kind was finished; null if some were left. */
	seconds: Record<Kind, number | null>;
	/** The most requests to an endpoint of Stripe within one second. */
	peakCalls: Record<string, number>;
}

/** Measures a new shop with `count` of every kind. */
export async function measureJobs(count: number): Promise<JobFigures> {
	rmSync(stateFolder("jobs"), { recursive: true, force: true });
	const state = await prepareState("jobs");
	await createBacklog(state, count);
	const shop = await openBenchShop("jobs");
	const db = new DatabaseSync(databaseFile(state), { readOnly: true });
	try {
		const seconds = await runUntilDone(shop.url, db);
		const peakCalls = (await (await fetch(`${shop.stripeUrl}/_calls`)).json()) as Record<
			string,
			number
		>;
		return { count, seconds, peakCalls };
	} finally {
		db.close();
		await shop.close();
	}
}

/** Creates the payments, at a stand-in on the shop's own file, and their orders. */
async function createBacklog(state: string, each: number): Promise<void> {
	const keys = localKeys();
	const stripe = await startStripe({
		port: 0,
		secretKey: keys.STRIPE_SECRET_KEY,
		publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
		webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
		stateFile: `${state}/stripe.sqlite`,
	});
	const db = new DatabaseSync(databaseFile(state));
	try {
		const bar = progress("payments", each * Object.keys(jobKinds).length);
		for (const [kind, { paid, reserves }] of Object.entries(jobKinds)) {
			const intents: string[] = [];
			while (intents.length < each) {
				const count = Math.min(intentsPerRequest, each - intents.length);
				const lines = Array.from({ length: count }, (_, n) => `${kind}-${intents.length + n}`);
				intents.push(...(await makeIntents(stripe.url, lines, paid)));
				bar(count);
			}
			insertLines(db, kind, intents);
			// Reserved pieces count as stocked.
			if (reserves)
				db.exec(`update tools set stocked = stocked + ${each} where id = (${firstTool})`);
		}
		bar.finish();
		db.exec("pragma wal_checkpoint(truncate)");
	} finally {
		db.close();
		await stripe.close();
	}
}

async function makeIntents(url: string, lines: string[], paid: boolean): Promise<string[]> {
	const response = await fetch(`${url}/_intents`, {
		method: "POST",
		body: JSON.stringify({ orders: lines, amount: 1000, paid }),
	});
	if (!response.ok) throw new Error(`Creating payments returned ${response.status}`);
	return ((await response.json()) as { ids: string[] }).ids;
}

/** The tool of all orders, as SQL. */
const firstTool = "select id from tools order by id limit 1";

/** Inserts the orders of some payments, for the first tool and the first customer. */
function insertLines(db: DatabaseSync, kind: string, intents: string[]): void {
	const now = Date.now();
	const expiresAt = kind === "expired" ? now - 1000 : now + 86_400_000;
	const statements = insertOrderRows(
		"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id, closed_at, closed_why",
		`select ?1 || '-' || key, users.id, users.name, users.email, '1', 'Here', tools.id, tools.name, tools.image, 1000, 1, 1000, 'Pending', ?2, ?3, 'USD', ?1 || '-' || key, case ?1 when 'due' then ?2 end, case ?1 when 'due' then 'refunded' end
		from json_each(?4), (select * from users order by id limit 1) as users, (select * from tools where id = (${firstTool})) as tools`,
	);
	for (const sql of statements) db.prepare(sql).run(kind, now, expiresAt, JSON.stringify(intents));
	db.prepare(
		"update orders set payment_intent_id = one.value, check_at = min(?2 + 300000, ?3) from json_each(?4) as one where orders.id = ?1 || '-' || one.key",
	).run(kind, now, expiresAt, JSON.stringify(intents));
	db.exec(
		`insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) select payment_intent_id, payment_intent_id, payment_intent_id, id, total_cents, 'not_awaited', 'due', 0, ${now} from orders where id like 'due-%' and '${kind}' = 'due'`,
	);
}

/** Why the figures exceed the limits; undefined if they don't. */
export function jobsOverBar({ seconds, peakCalls }: JobFigures): string | undefined {
	const late = Object.entries(seconds).filter(([, taken]) => taken === null);
	if (late.length > 0)
		return `Not all of ${late.map(([kind]) => kind).join(", ")} finished in time.`;
	const over = Object.entries(peakCalls).filter(
		([name, calls]) => calls > (name === "all" ? stripeLimits.all : stripeLimits.endpoint),
	);
	if (over.length > 0)
		return `Too many requests a second to Stripe: ${JSON.stringify(Object.fromEntries(over))}.`;
	return undefined;
}

/** Runs the job every five minutes until nothing is left. Returns the seconds each kind took. */
async function runUntilDone(url: string, db: DatabaseSync): Promise<JobFigures["seconds"]> {
	const seconds: JobFigures["seconds"] = { missed: null, expired: null, due: null };
	const startedAt = Date.now();
	let runs = 0;
	while (Object.values(seconds).includes(null) && Date.now() - startedAt < timeoutMs) {
		if (Date.now() - startedAt >= runs * jobIntervalMs) {
			runs += 1;
			const { ok, status } = await fetch(`${url}/cdn-cgi/local/scheduled`);
			if (!ok) throw new Error(`The scheduled job returned ${status}`);
		}
		await wait(1000);
		const remaining = Object.entries(jobKinds).map(([kind, { remainingSql }]) => {
			const { n } = db.prepare(`select count(*) as n from ${remainingSql}`).get() as { n: number };
			if (n === 0) seconds[kind as Kind] ??= Math.round((Date.now() - startedAt) / 1000);
			return `${kind} ${n}`;
		});
		process.stdout.write(`\r${remaining.join(", ")} left   `);
	}
	process.stdout.write("\n");
	return seconds;
}
