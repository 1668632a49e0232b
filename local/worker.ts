/** Serves the built Worker of a local shop with wrangler. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { LocalShop } from "./local-shop.ts";
import { launch, waitUntilReady } from "./processes.ts";
import { writeLocalConfig } from "./rate-limits.ts";

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
