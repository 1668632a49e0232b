// Installs the packages if they are missing or the lockfile has changed, and hands over to the
// project's own Node. Plain JavaScript that any Node from 18 on can run: it runs before anything
// else of ours is there.
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

/** Installs what package-lock.json says, unless that is what is there. Ends the process on failure. */
export function ensureInstalled() {
	const wanted = lockfileHash();
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
	const started = Date.now();
	process.stdout.write("· Installing packages (the first time this takes a minute) ...\n");
	// Not `npm ci`: that refuses a lockfile without the binaries of every other platform, which not
	// every registry carries. `--no-save` keeps to the lockfile and leaves it as it is.
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
		process.stderr.write("✗ npm could not install the packages; its own message stands above.\n");
		process.exit(1);
	}
	writeFileSync(stamp, wanted);
	process.stdout.write(`✓ Packages installed (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}

/** Runs one of our TypeScript programs on the project's Node, and ends as it ends. */
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
	// The terminal sends Ctrl-C to the whole group; a plain kill reaches only us, so it is passed on.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.on(signal, () => child.kill(signal));
	whenOrphaned(() => child.kill("SIGTERM"));
	child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
