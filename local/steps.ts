/** The progress output of local commands: one line a step. */

/** Runs a step and prints how long it took: `doing` while it runs, `done` after. */
export async function step<T>(doing: string, done: string, work: () => Promise<T> | T): Promise<T> {
	const started = Date.now();
	const live = process.stdout.isTTY;
	process.stdout.write(live ? `· ${doing} ...` : `· ${doing} ...\n`);
	const result = await work();
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	process.stdout.write(`${live ? "\r\u001b[K" : ""}✓ ${done} (${seconds} s)\n`);
	return result;
}

/** Exits with 1 and an error message. */
export function fail(sentence: string): never {
	process.stderr.write(`\n✗ ${sentence}\n`);
	process.exit(1);
}
