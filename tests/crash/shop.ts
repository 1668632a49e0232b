/** A shop that can be killed: its Stripe goes on in this process, its state stays. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Opened, openShop } from "../../local/open.ts";
import { freePort } from "../../local/processes.ts";
import { databaseFile } from "../../local/state.ts";
import { type LaunchedWorker, launchWorker } from "../../local/worker.ts";

export interface MortalShop {
	url: string;
	stripeUrl: string;
	keys: { secret: string; publishable: string };
	/** Settings by which other programs find this very shop. */
	environment: Record<string, string>;
	/** Starts the server on what is there, and waits until it answers. */
	start(): Promise<void>;
	/** Kills the server as a power cut does: no process of it gets to do anything any more. */
	kill(): Promise<void>;
	close(): Promise<void>;
}

/** Makes a shop of the tests' own; it is not started yet. */
export async function mortalShop(): Promise<MortalShop> {
	const state = mkdtempSync(join(tmpdir(), "cogsmith-crash-"));
	const names = ["PORT", "STRIPE_PORT", "GOOGLE_PORT", "MAIL_PORT"];
	// Four customers order as fast as they can, and the power goes before they have paid.
	const most = { MAX_OPEN_ORDERS: "100000", MAX_HELD_PIECES: "100000" };
	const unverified = { MAX_OPEN_ORDERS_UNVERIFIED: "100000", MAX_HELD_PIECES_UNVERIFIED: "100000" };
	const environment: Record<string, string> = { SHOP_STATE: state, ...most, ...unverified };
	for (const name of names) environment[name] = String(await freePort());
	Object.assign(process.env, environment);
	const opened: Opened = await openShop();
	let worker: LaunchedWorker | undefined;
	return {
		url: opened.settings.origin,
		stripeUrl: `http://localhost:${environment.STRIPE_PORT}`,
		keys: {
			secret: opened.vars.STRIPE_SECRET_KEY ?? "",
			publishable: opened.vars.STRIPE_PUBLISHABLE_KEY ?? "",
		},
		environment,
		start: async () => {
			worker = launchWorker(opened);
			await worker.answers;
		},
		kill: async () => {
			const top = worker?.process;
			if (!top?.pid || top.exitCode !== null) throw new Error("the shop is not running");
			const ended = once(top, "exit");
			for (const pid of [...offspring(top.pid), top.pid]) slay(pid);
			await ended;
			endLeases(state);
		},
		close: async () => {
			await opened.close();
			rmSync(state, { recursive: true, force: true });
		},
	};
}

/** How long processes that were killed may take to let go of the database, in milliseconds. */
const lockPatienceMs = 10_000;

/**
 * Lets the minutes pass that work is left to the queue or to whoever has begun it. The platform's queue
 * outlives what is killed; the one here is gone with the process, and its work is due again after that.
 */
function endLeases(state: string): void {
	const db = new DatabaseSync(databaseFile(state), { timeout: lockPatienceMs });
	db.exec("update event_cursors set leased_until = 0");
	db.exec("update refunds set retry_at = null where done_at is null");
	db.close();
}

/** All processes below one, as the system lists them. */
function offspring(of: number): number[] {
	const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
	const pairs = listed
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number));
	const below = (parent: number): number[] =>
		pairs.filter(([, ppid]) => ppid === parent).flatMap(([pid = 0]) => [pid, ...below(pid)]);
	return below(of);
}

function slay(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has ended by itself meanwhile.
	}
}
