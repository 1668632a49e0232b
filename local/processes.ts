/** Programs a local command starts: each ends with the command, however that ends. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createWriteStream, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { root } from "./settings.ts";

const children = new Set<ChildProcess>();

/** Runs a program to its end. Throws with what it printed when it fails. */
export function run(
	command: string,
	args: string[],
	env: Record<string, string> = {},
): Promise<string> {
	return new Promise((resolve, reject) => {
		const options = {
			cwd: root,
			env: { ...process.env, ...quietEnv, ...env },
			maxBuffer: 64 << 20,
		};
		execFile(command, args, options, (error, stdout, stderr) => {
			if (error) reject(new Error(`${command} ${args[0]} failed:\n${stdout}\n${stderr}`));
			else resolve(stdout);
		});
	});
}

/** Settings that keep Astro and wrangler from asking, counting and calling home. */
export const quietEnv = {
	ASTRO_TELEMETRY_DISABLED: "1",
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_HIDE_BANNER: "true",
	CLOUDFLARE_CF_FETCH_ENABLED: "false",
	NO_COLOR: "1",
};

/**
 * Starts a program that goes on, on a leash: it ends when we do, even when we are killed. What it
 * prints is added to a file; one that has grown long goes to `.1` first.
 */
export function launch(
	command: string,
	args: string[],
	logFile: string,
	env: Record<string, string> = {},
): ChildProcess {
	const supervisor = new URL("./supervisor.ts", import.meta.url).pathname;
	const child = spawn(process.execPath, [supervisor, command, ...args], {
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

/** A log that is longer when a program starts makes room for a new one, in bytes. */
const maxLogBytes = 10 * 1024 * 1024;

function rotate(logFile: string): void {
	const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
	if (size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
}

/** Ends all that `launch` started and waits until it has ended. */
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

/** Whether nobody listens on a port of this machine. */
export function isPortFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}

/** A port nobody listens on. */
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

/** Asks an address until it answers. Throws after `timeoutMs`, or as soon as `child` has ended. */
export async function waitUntilReady(
	url: string,
	child: ChildProcess,
	timeoutMs: number,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (Date.now() < deadline) {
		if (child.exitCode !== null) throw new Error("it ended before it answered");
		const ready = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
			(response) => response.status < 500,
			() => false,
		);
		if (ready) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`it did not answer within ${timeoutMs / 1000} s`);
}
