/** A progress bar in the terminal. */

/** The width of a progress bar, in characters. */
const width = 30;

/** How often a bar is redrawn, in milliseconds. Without a terminal each redraw is a new line. */
const redrawIntervalMs = process.stdout.isTTY ? 100 : 30_000;

/** Advances a bar by a number of steps; `finish` ends its line. */
export interface Progress {
	(advance: number): void;
	finish(): void;
}

/** Starts a progress bar with a number of steps. */
export function progress(name: string, steps: number): Progress {
	const started = Date.now();
	let done = 0;
	let lastDrawnAt = started;
	const line = () => {
		const fraction = steps === 0 ? 1 : Math.min(done / steps, 1);
		const bar = "█".repeat(Math.round(fraction * width)).padEnd(width, "·");
		const seconds = ((Date.now() - started) / 1000).toFixed(0);
		return `  ${bar} ${name} ${done.toLocaleString("en")}/${steps.toLocaleString("en")} (${seconds} s)`;
	};
	const draw = () =>
		process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line()}` : `${line()}\n`);
	const advance = (count: number) => {
		done += count;
		if (Date.now() - lastDrawnAt < redrawIntervalMs) return;
		lastDrawnAt = Date.now();
		draw();
	};
	const finish = () => {
		draw();
		if (process.stdout.isTTY) process.stdout.write("\n");
	};
	return Object.assign(advance, { finish });
}
