/** Lets one process at a time do what several need done once, such as a build. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Does the work once no other process holds the lock, a file with the id of the process that does. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
	await acquire(file);
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}

async function acquire(file: string): Promise<void> {
	mkdirSync(dirname(file), { recursive: true });
	for (;;) {
		try {
			writeFileSync(file, String(process.pid), { flag: "wx" });
			return;
		} catch {
			if (wasKilled(holder(file))) rmSync(file, { force: true });
			else await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}
}

/** The id of the process that holds it, or NaN when it has just ended or begun. */
function holder(file: string): number {
	try {
		return Number.parseInt(readFileSync(file, "utf8"), 10);
	} catch {
		return Number.NaN;
	}
}

/** Whether a process has ended without removing its lock. */
function wasKilled(pid: number): boolean {
	if (Number.isNaN(pid)) return false;
	try {
		// Signal 0 only asks whether there is such a process.
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "ESRCH";
	}
}
