// How to start a program on this system. Plain JavaScript for any Node from 18 on: `npm start` uses it
// before anything is installed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../node_modules", import.meta.url));

/** The packages of programs that have another name. */
const packageOf = {
	biome: "@biomejs/biome",
	depcruise: "dependency-cruiser",
	playwright: "@playwright/test",
};

const installedPrograms = [
	"astro",
	"knip",
	"publint",
	"vitest",
	"wrangler",
	...Object.keys(packageOf),
];

/** The script of an installed program, from its package's `bin`. */
function scriptOf(program) {
	const folder = join(packages, packageOf[program] ?? program);
	const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return join(folder, typeof bin === "string" ? bin : bin[program]);
}

/**
 * Returns what to pass to `spawn` or `execFile` for a command. Programs that npm has installed run as
 * scripts of this Node: on Windows they are .cmd files, which need a shell (Node.js docs, child_process:
 * Spawning .bat and .cmd files on Windows), as npm itself does.
 */
export function startable(command, args) {
	if (command === "node") return { file: process.execPath, args, shell: false };
	if (installedPrograms.includes(command))
		return { file: process.execPath, args: [scriptOf(command), ...args], shell: false };
	if (command !== "npm" || process.platform !== "win32")
		return { file: command, args, shell: false };
	// A shell takes the arguments as they are.
	return {
		file: command,
		args: args.map((text) => (/\s/.test(text) ? `"${text}"` : text)),
		shell: true,
	};
}
