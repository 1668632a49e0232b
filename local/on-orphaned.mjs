// Ends us when whoever started us is gone. npm does not pass a kill on to what it runs, so the
// shop watches for being orphaned instead of hoping for a signal.

/** How often to look, in milliseconds. */
const lookEveryMs = 300;

/** Calls `end` once the process that started this one has ended. */
export function whenOrphaned(end) {
	const parent = process.ppid;
	const look = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(look);
		end();
	}, lookEveryMs);
	look.unref();
}
