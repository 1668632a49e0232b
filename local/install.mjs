// Installs the packages if they are missing or the lockfile has changed, then runs a script on the
// project's own Node. Plain JavaScript for any Node from 18 on: it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startable } from "./command.mjs";
import { whenOrphaned } from "./on-orphaned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const isWindows = process.platform === "win32";
const stamp = join(root, "node_modules", ".cogsmith-installed");

function lockfileHash() {
	return createHash("sha256")
		.update(readFileSync(join(root, "package-lock.json")))
		.digest("hex");
}

/** Installs the packages of package-lock.json unless they are installed. Exits on failure. */
export function ensureInstalled() {
	const currentHash = lockfileHash();
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === currentHash) return;
	const started = Date.now();
	process.stdout.write("· Installing packages (the first time this takes a minute) ...\n");
	const { file, args, shell } = startable("npm", [
		"ci",
		"--no-audit",
		"--no-fund",
		"--loglevel=error",
	]);
	const npm = spawnSync(file, args, {
		cwd: root,
		stdio: ["ignore", "ignore", "inherit"],
		shell,
	});
	if (npm.status !== 0) {
		process.stderr.write("✗ npm could not install the packages; see its message above.\n");
		process.exit(1);
	}
	writeFileSync(stamp, currentHash);
	process.stdout.write(`✓ Packages installed (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}

/** Runs a TypeScript file on the project's Node and exits with its status. */
export function handOver(script, args = process.argv.slice(2)) {
	const packages = join(root, "node_modules");
	const nodeFolder = join(packages, "node", "bin");
	const child = spawn(
		join(nodeFolder, isWindows ? "node.exe" : "node"),
		["--disable-warning=ExperimentalWarning", script, ...args],
		{
			cwd: root,
			stdio: "inherit",
			env: {
				...process.env,
				PATH: [join(packages, ".bin"), process.env.PATH ?? ""].join(delimiter),
			},
		},
	);
	// The terminal sends Ctrl-C to the whole group; a plain kill reaches only this process, so it is forwarded.
	// Windows has no signals: `kill` there would end the child before it has closed anything.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.on(signal, () => isWindows || child.kill(signal));
	whenOrphaned(() => child.kill("SIGTERM"));
	child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
