/**
 * State folders of new shops. Migrating and seeding take eight seconds of CPU time, so it is done once and
 * each test shop gets a copy.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "../../local/lock.ts";
import { run } from "../../local/processes.ts";
import { root } from "../../local/settings.ts";

const preparedStates = join(root, ".generated", "test-state");

/** Fills a state folder as `npm start` fills a new one, with the demo's tools and reviews or without. */
export async function createState(folder: string, { demo = true } = {}): Promise<void> {
	cpSync(await preparedState(demo), folder, { recursive: true });
}

/**
 * Returns the prepared state, which is at most an hour old since the demo's dates count from today. The first of
 * several steps prepares it, and the others wait.
 */
export async function preparedState(demo: boolean): Promise<string> {
	const hour = new Date().toISOString().slice(0, 13);
	const name = `${hour}-${sourcesHash()}${demo ? "" : "-empty"}`;
	const folder = join(preparedStates, name);
	if (existsSync(folder)) return folder;
	await withLock(`${folder}.pid`, async () => {
		if (existsSync(folder)) return;
		removeOlderThan(hour);
		const tempFolder = `${folder}.${process.pid}`;
		mkdirSync(tempFolder, { recursive: true });
		await run(process.execPath, ["tests/setup/prepare-state.ts", tempFolder], {
			SHOP_DEMO: demo ? "1" : "0",
			AVIF_EFFORT: "0",
		});
		await rename(tempFolder, folder);
	});
	return folder;
}

/** A hash of the migrations and of all that seeds a shop. */
function sourcesHash(): string {
	const hash = createHash("sha256");
	for (const source of ["migrations", "local"]) {
		const paths = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name));
		for (const path of paths.sort()) hash.update(path).update(readFileSync(path));
	}
	return hash.digest("hex").slice(0, 16);
}

/** Removes what earlier runs left, but not what another step uses now. */
function removeOlderThan(hour: string): void {
	if (!existsSync(preparedStates)) return;
	const previousHour = new Date(Date.parse(`${hour}:00Z`) - 3_600_000).toISOString().slice(0, 13);
	for (const name of readdirSync(preparedStates)) {
		if (name < previousHour) rmSync(join(preparedStates, name), { recursive: true, force: true });
	}
}
