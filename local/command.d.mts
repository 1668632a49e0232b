/** What to pass to `spawn` or `execFile`. */
export interface Startable {
	file: string;
	args: string[];
	shell: boolean;
}

/** Returns how to start a command on this system: one that npm has installed, npm, node, or any other. */
export function startable(command: string, args: string[]): Startable;
