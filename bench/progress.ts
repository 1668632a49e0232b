/** A bar that fills while the bench works. */
const width = 30;

/** What moves a bar on by so many, and ends its line. */
export interface Progress {
	(more: number): void;
	end(): void;
}

/** Starts a bar for so many steps. On no terminal it is one line at the end. */
export function progress(name: string, steps: number): Progress {
	const started = Date.now();
	let done = 0;
	let shown = 0;
	const line = () => {
		const part = steps === 0 ? 1 : Math.min(done / steps, 1);
		const bar = "█".repeat(Math.round(part * width)).padEnd(width, "·");
		const seconds = ((Date.now() - started) / 1000).toFixed(0);
		return `  ${bar} ${name} ${done.toLocaleString("en")}/${steps.toLocaleString("en")} (${seconds} s)`;
	};
	const more = (count: number) => {
		done += count;
		if (!process.stdout.isTTY || Date.now() - shown < 100) return;
		shown = Date.now();
		process.stdout.write(`\r\u001b[K${line()}`);
	};
	const end = () =>
		process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line()}\n` : `${line()}\n`);
	return Object.assign(more, { end });
}
