/**
 * Keeps the files of earlier builds for tabs that are still open: a deployment replaces all static files at once
 * (Cloudflare docs: Workers, Static Assets, Gradual rollouts). The running shop has a list of its files with the
 * time of the last build that had them; what is newer than a week goes into the next deployment too.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import * as v from "valibot";

/** How long a file stays after the last build that has it, in milliseconds. */
export const keptMs = 7 * 24 * 3_600_000;

/** The list of files in the folder of the build and in the shop. */
const listName = "deployed-files.json";

/** The name of each file holds the hash of what is in it (public/_headers), so an old one never replaces a new one. */
const listSchema = v.record(
	v.pipe(v.string(), v.regex(/^_astro(\/[\w@-][\w.@-]*)+\.\w+$/)),
	v.object({ builtAt: v.number(), kept: v.boolean() }),
);

type FileList = v.InferOutput<typeof listSchema>;

const hashedFiles = (folder: string) =>
	readdirSync(join(folder, "_astro"), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, "/"));

/** A build that was deployed before has kept files already. */
function removeKept(folder: string): void {
	const file = join(folder, listName);
	if (!existsSync(file)) return;
	const list = v.parse(listSchema, JSON.parse(readFileSync(file, "utf8")));
	for (const [name, { kept }] of Object.entries(list))
		if (kept) rmSync(join(folder, name), { force: true });
	rmSync(file);
}

/** The files of the running shop; none if it has no list, as before its first deployment. */
async function deployedFiles(origin: string): Promise<FileList> {
	const response = await fetch(`${origin}/${listName}`).catch(() => undefined);
	if (!response?.ok) return {};
	const list = v.safeParse(listSchema, await response.json().catch(() => undefined));
	return list.success ? list.output : {};
}

/**
 * Adds the running shop's files of the last week to a build, and the list of all. Returns how many it
 * added. A file that can't be fetched is left out: a tab that asks for it reloads (src/islands/ui/new-build.ts).
 */
export async function keepFiles(origin: string, folder: string, now = Date.now()): Promise<number> {
	removeKept(folder);
	const list: FileList = {};
	for (const name of hashedFiles(folder)) list[name] = { builtAt: now, kept: false };
	let added = 0;
	for (const [name, { builtAt }] of Object.entries(await deployedFiles(origin))) {
		if (name in list || now - builtAt > keptMs) continue;
		const response = await fetch(`${origin}/${name}`).catch(() => undefined);
		if (!response?.ok) continue;
		const file = join(folder, name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, Buffer.from(await response.arrayBuffer()));
		list[name] = { builtAt, kept: true };
		added += 1;
	}
	writeFileSync(join(folder, listName), JSON.stringify(list));
	return added;
}
