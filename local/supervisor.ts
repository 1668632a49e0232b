/**
 * Runs a program in its own process group and stops the whole group on a signal or when the parent
 * process has ended, so that a killed shop leaves no server running. Usage: node supervisor.ts COMMAND
 * ARGS...
 */
import { spawn } from "node:child_process";

const [command = "", ...args] = process.argv.slice(2);
/** Windows has no process groups. There what a program has started ends with it, unless it is detached. */
const hasGroups = process.platform !== "win32";
const child = spawn(command, args, {
	stdio: ["ignore", "inherit", "inherit"],
	detached: hasGroups,
});

/** How long the program may take to exit after SIGTERM, in milliseconds. */
const graceMs = 3_000;

function killGroup(signal: NodeJS.Signals): void {
	try {
		if (child.pid) process.kill(hasGroups ? -child.pid : child.pid, signal);
	} catch {
		// The group has already ended.
	}
}

function stop(): void {
	killGroup("SIGTERM");
	setTimeout(() => killGroup("SIGKILL"), graceMs).unref();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
// The IPC channel closes when the parent process ends, for any reason.
process.on("disconnect", stop);
child.on("exit", (code) => {
	killGroup("SIGKILL");
	process.exit(code ?? 1);
});
