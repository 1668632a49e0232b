// Installs the packages if they are missing or the lockfile has changed, then runs a script on the
// project's own Node. Plain JavaScript for any Node from 18 on: it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { whenOrphaned } from "./on-orphaned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
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
	// Not `npm ci`: it rejects a lockfile without the binaries of all other platforms, which not every
	// registry has. `--no-save` follows the lockfile and doesn't change it.
	const npm = spawnSync(
		"npm",
		["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
		{
			cwd: root,
			stdio: ["ignore", "ignore", "inherit"],
			shell: process.platform === "win32",
		},
	);
	if (npm.status !== 0) {
		process.stderr.write("✗ npm could not install the packages; see its message above.\n");
		process.exit(1);
	}
	writeFileSync(stamp, currentHash);
	process.stdout.write(`✓ Packages installed (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}

/** Runs a TypeScript file on the project's Node and exits with its status. */
export function handOver(script, args = process.argv.slice(2)) {
	const bin = join(root, "node_modules", ".bin");
	const child = spawn(
		join(bin, "node"),
		["--disable-warning=ExperimentalWarning", script, ...args],
		{
			cwd: root,
			stdio: "inherit",
			env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
		},
	);
	// The terminal sends Ctrl-C to the whole group; a plain kill reaches only this process, so it is forwarded.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.on(signal, () => child.kill(signal));
	whenOrphaned(() => child.kill("SIGTERM"));
	child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
