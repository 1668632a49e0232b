/** Serves the built Worker of a local shop. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { execPath as nodePath } from "node:process";
import type { LocalShop } from "./local-shop.ts";
import { launch, waitUntilReady } from "./processes.ts";
import type { WorkerOptions } from "./worker-process.ts";

/** How long the first response may take, in milliseconds. */
const startTimeoutMs = 60_000;

/** A Worker that is starting. */
export interface LaunchedWorker {
	process: ChildProcess;
	/** Resolves when it responds; rejects if it exits or does not respond in time. */
	ready: Promise<void>;
	/** The file with its output. */
	log: string;
}

/** Starts the built Worker of a prepared shop. */
export function launchWorker({
	settings,
	vars,
}: Pick<LocalShop, "settings" | "vars">): LaunchedWorker {
	const log = join(settings.state, "shop.log");
	const { port, inspectorPort, state } = settings;
	const options: WorkerOptions = { port, inspectorPort, state, vars };
	const process = launch(nodePath, ["local/worker-process.ts"], log, {
		WORKER_OPTIONS: JSON.stringify(options),
	});
	const health = `http://127.0.0.1:${settings.port}/api/health`;
	return { process, ready: waitUntilReady(health, process, startTimeoutMs), log };
}
