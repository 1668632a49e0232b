/** Child processes of a local command. They end with the command, even if it is killed. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createWriteStream, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { startable } from "./command.mjs";
import { root } from "./settings.ts";

const children = new Set<ChildProcess>();

/**
 * Runs a program, one of an installed package too, and returns its stdout. `input` is its stdin. Throws with its
 * output if it fails.
 */
export function run(
	command: string,
	args: string[],
	env: Record<string, string> = {},
	input?: string,
): Promise<string> {
	return new Promise((resolve, reject) => {
		const { file, shell, ...started } = startable(command, args);
		const options = {
			cwd: root,
			env: { ...process.env, ...quietEnv, ...env },
			maxBuffer: 64 << 20,
			shell,
		};
		const child = execFile(file, started.args, options, (error, stdout, stderr) => {
			if (error) reject(new Error(`${command} ${args[0]} failed:\n${stdout}\n${stderr}`));
			else resolve(stdout);
		});
		if (input !== undefined) child.stdin?.end(input);
	});
}

/** Settings that turn off prompts, banners, telemetry and traces of Astro and wrangler. */
export const quietEnv = {
	ASTRO_TELEMETRY_DISABLED: "1",
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_HIDE_BANNER: "true",
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	// wrangler would store a trace of every request and query in SQLite.
	X_LOCAL_OBSERVABILITY: "false",
	NO_COLOR: "1",
};

/**
 * Starts a long-running program under a supervisor, which stops it when this process ends, even by a
 * kill. Its output is appended to a log file, which is rotated to `.1` first if it is large.
 */
export function launch(
	command: string,
	args: string[],
	logFile: string,
	env: Record<string, string> = {},
): ChildProcess {
	const supervisor = join(import.meta.dirname, "supervisor.ts");
	const program = startable(command, args);
	const child = spawn(process.execPath, [supervisor, program.file, ...program.args], {
		cwd: root,
		env: { ...process.env, ...quietEnv, ...env },
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	rotate(logFile);
	const log = createWriteStream(logFile, { flags: "a" });
	child.stdout?.pipe(log, { end: false });
	child.stderr?.pipe(log, { end: false });
	children.add(child);
	child.on("exit", () => children.delete(child));
	return child;
}

/** The size above which a log is rotated when a program starts, in bytes. */
const maxLogBytes = 10 * 1024 * 1024;

function rotate(logFile: string): void {
	const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
	if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
}

/** Stops all programs that `launch` started and waits until they have exited. */
export async function stopAll(): Promise<void> {
	await Promise.all(
		[...children].map(
			(child) =>
				new Promise<void>((resolve) => {
					child.once("exit", () => resolve());
					child.kill("SIGTERM");
				}),
		),
	);
}

/** Whether no process listens on a local port. */
export function isPortFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}

/** Returns a free port. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() =>
				typeof address === "object" && address ? resolve(address.port) : reject(),
			);
		});
	});
}

/** Polls a URL until it responds with a status below 500. Throws after `timeoutMs`, or as soon as `child` has exited. */
export async function waitUntilReady(
	url: string,
	child: ChildProcess,
	timeoutMs: number,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (Date.now() < deadline) {
		if (child.exitCode !== null) throw new Error("it exited before it responded");
		const ready = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
			(response) => response.status < 500,
			() => false,
		);
		if (ready) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`it did not respond within ${timeoutMs / 1000} s`);
}
