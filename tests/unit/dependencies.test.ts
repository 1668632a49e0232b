/** Dependencies are locked by version and hash, from any registry, without install scripts. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, it } from "vitest";
import { lockfileSchema, missingPackages } from "../../local/lockfile/missing-platforms.ts";
import { root } from "../../local/settings.ts";

interface LockedPackage {
	resolved?: string;
	integrity?: string;
	link?: boolean;
	optional?: boolean;
	os?: string[];
	cpu?: string[];
	hasInstallScript?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const lockedPackages: Record<string, LockedPackage> = read("package-lock.json").packages;
const shopPackage = read("package.json");
const installed = Object.entries(lockedPackages).filter(([path]) =>
	path.startsWith("node_modules/"),
);

it("the lockfile has the binaries of all systems, or `npm ci` fails: `npm run lockfile` adds them", () => {
	expect(missingPackages(v.parse(lockfileSchema, read("package-lock.json")).packages)).toEqual([]);
});

it("the lockfile has the hash of every package that runs here, and no registry URLs", () => {
	expect(installed.length).toBeGreaterThan(100);
	const links = installed.filter(([, { link }]) => link);
	expect(links).toEqual(
		["stand-in-for-stripe", "widgets"].map((folder) => [
			`node_modules/@cogsmith/${folder}`,
			{ resolved: folder, link: true },
		]),
	);
	for (const [path, { link, resolved, integrity, optional, os, cpu }] of installed) {
		if (link) continue;
		expect(resolved, path).toBeUndefined();
		// A binary of another system that the registry doesn't have: see docs/dependencies.md.
		if (optional && (os ?? cpu) && integrity === undefined) continue;
		expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
	}
});

it("dependencies have exact versions", () => {
	for (const kind of ["dependencies", "devDependencies", "overrides"]) {
		for (const [name, version] of Object.entries<string>(shopPackage[kind])) {
			expect(version, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
		}
	}
	for (const folder of shopPackage.workspaces) {
		const { dependencies, devDependencies, license } = read(`${folder}/package.json`);
		expect([dependencies, devDependencies, license], folder).toEqual([undefined, undefined, "MIT"]);
	}
});

it("only allowed packages have install scripts", () => {
	const withInstallScript = installed
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([path]) => path.replace(/^.*node_modules\//, ""));
	expect(new Set(withInstallScript)).toEqual(new Set(Object.keys(shopPackage.allowScripts)));
});

/** See docs/decisions/2026-11-22-owner-list-of-parts.md. */
it("the packages on the owner's list are in use", () => {
	expect(existsSync(join(root, "astro.config.mjs"))).toBe(true);
	expect({ ...shopPackage.dependencies, ...shopPackage.devDependencies }).toMatchObject({
		"@cloudflare/vitest-plugin": expect.any(String),
		"@cloudflare/workers-types": expect.any(String),
		"@nanostores/react": expect.any(String),
	});
	const workerConfig = readFileSync(join(root, "src/tsconfig.worker.json"), "utf8");
	expect(workerConfig).toContain('"../node_modules/@cloudflare"');
	expect(workerConfig).toContain('"workers-types"');
	const bindings = readFileSync(join(root, "worker-configuration.d.ts"), "utf8");
	expect(bindings, "runtime types come from the package").not.toContain("Begin runtime types");
});
