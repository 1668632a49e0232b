/** Builds the shop if its sources are newer than the last build. */
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.ts";
import { run } from "./processes.ts";
import { root } from "./settings.ts";

/** The files and folders that a build is made of, or by. */
export const buildSources = [
	"src",
	"content",
	"public",
	// Not the whole folder: packing the widgets for npm writes to it, and a build during the tests would
	// replace files that a test's shop serves.
	"widgets/src",
	"widgets/released",
	"widgets/brotli.ts",
	"widgets/build.ts",
	"widgets/check-publishable.ts",
	"widgets/manifest.ts",
	"widgets/package.json",
	"widgets/releases.ts",
	"astro.config.mjs",
	"local/heading-font.ts",
	"local/paper-face-packages.ts",
	"local/paper-fonts.ts",
	"local/inline-scripts-plugin.ts",
	"local/island-styles-plugin.ts",
	"local/content-files.ts",
	"local/content-pictures-plugin.ts",
	"local/legal-pages-plugin.ts",
	"local/markdown.ts",
	"local/page-csp.ts",
	"local/script-files-plugin.ts",
	"local/settings.ts",
	"local/shared-styles.ts",
	"local/shipped-packages.ts",
	"local/shop-config-plugin.ts",
	"local/shop-icons.ts",
	"local/slide-images.ts",
	"local/social-image.ts",
	"local/static-headers.ts",
	"local/tsc.ts",
	"local/unused-parts-plugin.ts",
	"local/unused-schemas-plugin.ts",
	"shop.config.ts",
	"wrangler.toml",
	"package-lock.json",
];
const buildStamp = join(root, "dist", ".built");
/** The file that holds the id of the process that builds. */
const buildLock = join(root, ".generated", "building.pid");

/** The newest modification time below a path, in milliseconds. */
function latestMtime(path: string): number {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return readdirSync(path).reduce(
		(latest, name) => Math.max(latest, latestMtime(join(path, name))),
		stat.mtimeMs,
	);
}

/** Whether the build is missing or older than its sources. */
export function buildIsStale(): boolean {
	if (!existsSync(buildStamp)) return true;
	const builtAt = statSync(buildStamp).mtimeMs;
	return buildSources
		.map((name) => join(root, name))
		.some((path) => existsSync(path) && latestMtime(path) > builtAt);
}

/** Returns the warnings of a build that are this shop's own, not a tool's: each begins with the page of docs that explains it. */
export const ownWarnings = (output: string): string[] =>
	[...output.matchAll(/\[WARN\] (?:\[vite\] )?(docs\/.+)/g)].map(([, warning = ""]) => warning);

/** Builds the shop into dist/ if it is stale. Waits for another build to finish first. Throws the builder's output if it fails. */
export async function build(): Promise<void> {
	await withLock(buildLock, async () => {
		if (!buildIsStale()) return;
		const started = new Date();
		rmSync(buildStamp, { force: true });
		// The test runner sets NODE_ENV to `test`, which would bundle React's development build.
		const output = await run("npm", ["run", "--silent", "build"], { NODE_ENV: "production" });
		for (const warning of ownWarnings(output)) process.stdout.write(`! ${warning}\n`);
		writeFileSync(buildStamp, "");
		// The start time, so that sources that changed during the build make it stale.
		utimesSync(buildStamp, started, started);
	});
}
