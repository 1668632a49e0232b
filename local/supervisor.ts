/**
 * Runs a program in a group of its own and ends the whole group when told to, or when whoever
 * started us is gone: a killed shop leaves no server behind. Usage: node leash.ts COMMAND ARGS...
 */
import { spawn } from "node:child_process";

const [command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });

/** How long the program may take to end by itself, in milliseconds. */
const graceMs = 3_000;

function killGroup(signal: NodeJS.Signals): void {
	try {
		if (child.pid) process.kill(-child.pid, signal);
	} catch {
		// The group is gone already.
	}
}

function stop(): void {
	killGroup("SIGTERM");
	setTimeout(() => killGroup("SIGKILL"), graceMs).unref();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
// The channel to whoever started us closes when they end, by whatever cause.
process.on("disconnect", stop);
child.on("exit", (code) => {
	killGroup("SIGKILL");
	process.exit(code ?? 1);
});
