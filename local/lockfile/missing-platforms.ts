/** Finds optional dependencies that the lockfile names but has no entry for: binaries of other systems. */
import * as v from "valibot";

const lockedPackageSchema = v.looseObject({
	version: v.optional(v.string()),
	link: v.optional(v.boolean()),
	dev: v.optional(v.boolean()),
	devOptional: v.optional(v.boolean()),
	optional: v.optional(v.boolean()),
	integrity: v.optional(v.string()),
	os: v.optional(v.array(v.string())),
	cpu: v.optional(v.array(v.string())),
	libc: v.optional(v.array(v.string())),
	optionalDependencies: v.optional(v.record(v.string(), v.string())),
});
export type LockedPackage = v.InferOutput<typeof lockedPackageSchema>;

/** A package-lock.json: its `packages` are named by their folder, the root's by "". */
export const lockfileSchema = v.looseObject({
	packages: v.record(v.string(), lockedPackageSchema),
});

export type Packages = Record<string, LockedPackage>;

/** The systems on which a package can be installed, as in its package.json. */
export type Systems = Pick<LockedPackage, "os" | "cpu" | "libc">;

export interface MissingPackage {
	/** Where npm would install it, for example `node_modules/@biomejs/cli-darwin-arm64`. */
	path: string;
	name: string;
	version: string;
	/** The folder of the package that names it. */
	dependent: string;
}

/** The folders in which a package looks for its dependencies, nearest first. */
function searchedFolders(path: string): string[] {
	const folders = [path];
	for (let at = path; at !== ""; ) {
		at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")));
		folders.push(at);
	}
	return folders;
}

const installedAt = (folder: string, name: string) =>
	folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;

const isExactVersion = (range: string) => /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(range);

/**
 * Returns the optional dependencies without an entry, each where npm would install it: at the root, or in
 * the dependent's own folder if the root has another version. Throws for one that is missing and has no
 * exact version, since only a registry knows what that is.
 */
export function missingPackages(packages: Packages): MissingPackage[] {
	const versions = new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
	const missing: MissingPackage[] = [];
	for (const [dependent, { optionalDependencies = {} }] of Object.entries(packages)) {
		for (const [name, range] of Object.entries(optionalDependencies)) {
			const found = searchedFolders(dependent)
				.map((folder) => installedAt(folder, name))
				.find((path) => versions.has(path));
			const exact = isExactVersion(range);
			if (found && (!exact || versions.get(found) === range)) continue;
			if (!exact)
				throw new Error(`${dependent} needs ${name} ${range}: npm install can lock that.`);
			const path = installedAt(found ? dependent : "", name);
			versions.set(path, range);
			missing.push({ path, name, version: range, dependent });
		}
	}
	return missing;
}

const systemInName =
	/[/-](?<os>android|darwin|freebsd|linux|openharmony|win32|windows)-(?<cpu>arm64|arm|ia32|ppc64|riscv64|s390x|x64|64)(-(?<abi>\w+))?$/;

/** Returns the systems that a binary's name ends with, for example `linux-x64-musl`. Throws for other names. */
export function systemsInName(name: string): Systems {
	if (name.endsWith("-wasm32-wasi")) return { cpu: ["wasm32"] };
	const { os, cpu, abi } = systemInName.exec(name)?.groups ?? {};
	if (!os || !cpu) throw new Error(`${name} doesn't end with a system.`);
	const libc = abi === "gnu" ? "glibc" : abi === "musl" ? "musl" : undefined;
	return {
		os: [os === "windows" ? "win32" : os],
		cpu: [cpu === "64" ? "x64" : cpu],
		...(libc && { libc: [libc] }),
	};
}

/** Returns the packages with more entries, in npm's order. */
export function withEntries(packages: Packages, entries: Packages): Packages {
	return Object.fromEntries(
		Object.entries({ ...packages, ...entries }).sort(([a], [b]) => a.localeCompare(b, "en")),
	);
}
