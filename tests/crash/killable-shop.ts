/** A shop that can be killed: its Stripe stand-in runs in this process, its state stays on disk. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type LocalShop, prepareLocalShop } from "../../local/local-shop.ts";
import { freePort } from "../../local/processes.ts";
import { databaseFile } from "../../local/state.ts";
import { type LaunchedWorker, launchWorker } from "../../local/worker.ts";
import { createState } from "../setup/new-state.ts";

export interface KillableShop {
	url: string;
	stripeUrl: string;
	keys: { secret: string; publishable: string };
	/** Environment variables with which other programs find this shop. */
	environment: Record<string, string>;
	/** Starts the server on the existing state, and waits until it responds. */
	start(): Promise<void>;
	/** Kills all processes of the server immediately, as a power cut does. */
	kill(): Promise<void>;
	/** Marks all e-mails as verified. Only while the shop does not run. */
	verifyEmails(): void;
	close(): Promise<void>;
}

/** Creates a separate shop, not started yet. */
export async function openKillableShop(): Promise<KillableShop> {
	const state = mkdtempSync(join(tmpdir(), "cogsmith-crash-"));
	await createState(state);
	const names = ["PORT", "STRIPE_PORT", "GOOGLE_PORT", "MAIL_PORT"];
	// Four customers order as fast as they can, and the shop is killed before they have paid.
	const limits = { MAX_OPEN_ORDERS: "100000", MAX_HELD_PIECES: "100000" };
	const environment: Record<string, string> = { SHOP_STATE: state, ...limits };
	for (const name of names) environment[name] = String(await freePort());
	Object.assign(process.env, environment);
	const localShop: LocalShop = await prepareLocalShop();
	let worker: LaunchedWorker | undefined;
	return {
		url: localShop.settings.origin,
		stripeUrl: `http://localhost:${environment.STRIPE_PORT}`,
		keys: {
			secret: localShop.vars.STRIPE_SECRET_KEY ?? "",
			publishable: localShop.vars.STRIPE_PUBLISHABLE_KEY ?? "",
		},
		environment,
		start: async () => {
			worker = launchWorker(localShop);
			await worker.ready;
		},
		kill: async () => {
			const root = worker?.process;
			if (!root?.pid || root.exitCode !== null) throw new Error("the shop is not running");
			const exited = once(root, "exit");
			for (const pid of [...descendants(root.pid), root.pid]) killProcess(pid);
			await exited;
			endLeases(state);
		},
		verifyEmails: () => {
			const db = new DatabaseSync(databaseFile(state), { timeout: lockPatienceMs });
			db.exec(
				"update users set email_verified = 1 where email_verified = 0 and email like '%@example.test'",
			);
			db.close();
		},
		close: async () => {
			await localShop.close();
			rmSync(state, { recursive: true, force: true });
		},
	};
}

/** How long killed processes may take to release the database, in milliseconds. */
const lockPatienceMs = 10_000;

/**
 * Ends the leases that leave work to the queue or to the operation that started it. The platform's queue
 * survives a crash, but the local one dies with the process, and its work is due again after the lease.
 */
function endLeases(state: string): void {
	const db = new DatabaseSync(databaseFile(state), { timeout: lockPatienceMs });
	db.exec("update event_cursors set leased_until = 0");
	db.exec("update refunds set retry_at = 0 where status = 'due'");
	db.exec("update outbox set leased_until = null where done_at is null");
	db.exec("update job_runs set leased_until = null");
	db.close();
}

/** All descendants of a process. */
function descendants(rootPid: number): number[] {
	const psOutput = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
	const pairs = psOutput
		.trim()
		.split("\n")
		.map((line) => line.trim().split(/\s+/).map(Number));
	const childrenOf = (parent: number): number[] =>
		pairs.filter(([, ppid]) => ppid === parent).flatMap(([pid = 0]) => [pid, ...childrenOf(pid)]);
	return childrenOf(rootPid);
}

function killProcess(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has already ended.
	}
}
