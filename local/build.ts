/** Builds the shop when its sources are newer than the last build. */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { run } from "./processes.ts";
import { root } from "./settings.ts";

const sources = [
	"src",
	"public",
	"widgets",
	"astro.config.mjs",
	"wrangler.toml",
	"package-lock.json",
];
const stamp = join(root, "dist", ".built");
const lock = join(root, ".generated", "building");

/** A build never takes longer, in milliseconds. */
const longestBuildMs = 300_000;

/** The newest change below a path, in milliseconds. */
function newest(path: string): number {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return readdirSync(path)
		.filter((name) => name !== "node_modules" && name !== "dist")
		.reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

/** Whether the built shop is older than what it is built from. */
export function buildIsStale(): boolean {
	if (!existsSync(stamp)) return true;
	const built = statSync(stamp).mtimeMs;
	return sources
		.map((name) => join(root, name))
		.some((path) => existsSync(path) && newest(path) > built);
}

/** Builds the shop into dist/, unless another shop beside us is just doing so. Throws with the builder's own words. */
export async function build(): Promise<void> {
	await takeLock();
	try {
		if (!buildIsStale()) return;
		const started = new Date();
		rmSync(stamp, { force: true });
		await run("npm", ["run", "--silent", "build"]);
		writeFileSync(stamp, "");
		// Sources that changed meanwhile are newer than what was built from them.
		utimesSync(stamp, started, started);
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

/** Waits until nobody else builds. A lock that old belongs to a build that was killed. */
async function takeLock(): Promise<void> {
	mkdirSync(join(root, ".generated"), { recursive: true });
	for (;;) {
		try {
			mkdirSync(lock);
			return;
		} catch {
			const held = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
			if (held > longestBuildMs) rmSync(lock, { recursive: true, force: true });
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
	}
}
