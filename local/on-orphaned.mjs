// Detects that the parent process has ended. npm does not forward a kill to the script it runs, so the
// shop watches its parent instead of relying on a signal.

/** How often to check, in milliseconds. */
const checkEveryMs = 300;

/** Calls `end` once the process that started this one has ended. */
export function whenOrphaned(end) {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		end();
	}, checkEveryMs);
	timer.unref();
}
