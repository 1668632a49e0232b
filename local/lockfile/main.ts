/**
 * `npm run lockfile`: completes package-lock.json with the binaries of other systems, after a change of
 * dependencies. A registry that lacks them leaves them out, and `npm ci` then rejects the lockfile.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { run } from "../processes.ts";
import { root } from "../settings.ts";
import {
	lockfileSchema,
	missingPackages,
	type Packages,
	systemsInName,
	withEntries,
} from "./missing-platforms.ts";

/** What `npm view` prints: nothing at all for a package without these fields. */
const registryEntry = v.object({
	os: v.optional(v.array(v.string())),
	cpu: v.optional(v.array(v.string())),
	libc: v.optional(v.array(v.string())),
	"dist.integrity": v.optional(v.string()),
});

/** Asks the registry for the systems and the hash of a package; undefined if it doesn't have it. */
async function askRegistry(name: string, version: string) {
	// With the name, since npm prints the only field that a package has without an object.
	const fields = ["name", "os", "cpu", "libc", "dist.integrity"];
	const args = ["view", `${name}@${version}`, ...fields, "--json", "--loglevel=silent"];
	const found = await run("npm", args).catch(() => undefined);
	return found === undefined ? undefined : v.parse(registryEntry, JSON.parse(found));
}

const file = join(root, "package-lock.json");
const lockfile: unknown = JSON.parse(readFileSync(file, "utf8"));
// Not the parsed value, which has another order of fields.
v.assert(lockfileSchema, lockfile);
const missing = missingPackages(lockfile.packages);

/** Entries that were completed by name alone get their hash as soon as a registry has them. */
const withoutHash = Object.entries(lockfile.packages).flatMap(
	([path, { version, integrity, optional }]) =>
		version && optional && !integrity
			? [{ path, name: path.replace(/^.*node_modules\//, ""), version, dependent: path }]
			: [],
);

const entries: Packages = {};
for (const { path, name, version, dependent } of [...missing, ...withoutHash]) {
	const known = await askRegistry(name, version);
	const integrity = known?.["dist.integrity"];
	const { cpu, libc, os } = known ?? systemsInName(name);
	const { dev, devOptional } = lockfile.packages[dependent] ?? {};
	entries[path] = { version, integrity, cpu, dev, devOptional, libc, optional: true, os };
}
const packages = withEntries(lockfile.packages, entries);
writeFileSync(file, `${JSON.stringify({ ...lockfile, packages }, null, "\t")}\n`);
const unhashed = Object.values(entries).filter(({ integrity }) => !integrity).length;
process.stdout.write(
	`${missing.length} entries added. ${unhashed} have no hash, since this registry doesn't have the package.\n`,
);
