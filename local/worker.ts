/** The built Worker, served by wrangler on what a local shop was opened with. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { LocalShop } from "./local-shop.ts";
import { launch, waitUntilReady } from "./processes.ts";
import { writeLocalConfig } from "./rate-limits.ts";

/** How long the Worker may take to answer first, in milliseconds. */
const startTimeoutMs = 60_000;

/** A Worker that is being started: its process, and when it answers. */
export interface LaunchedWorker {
	process: ChildProcess;
	/** Rejects where it ends or does not answer in time. */
	ready: Promise<void>;
	/** The file with what it prints. */
	log: string;
}

/** Starts the built Worker of an opened shop. */
export function launchWorker({
	settings,
	vars,
}: Pick<LocalShop, "settings" | "vars">): LaunchedWorker {
	const log = join(settings.state, "shop.log");
	const args = [
		...["dev", "-c", writeLocalConfig()],
		...["--ip", "127.0.0.1", "--port", String(settings.port)],
		...["--inspector-port", String(settings.inspectorPort)],
		...["--persist-to", settings.state, "--test-scheduled"],
		...["--show-interactive-dev-session=false", "--log-level", "log"],
		...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
	];
	const process = launch("wrangler", args, log);
	const health = `http://127.0.0.1:${settings.port}/api/health`;
	return { process, ready: waitUntilReady(health, process, startTimeoutMs), log };
}
