/**
 * Versions of the elements' script that have been served. Pages name them with their hash, so each is
 * kept as it was: `released/{version}/widgets.js`, and the hash of each in `released/integrity.json`.
 * The shop's origin stands in none of them (see docs/decisions/2026-11-21-origin-put-in-when-served.md).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where released versions are kept. */
export const releasedFolder: string = fileURLToPath(new URL("released", import.meta.url));

/** The integrity of a script (W3C Subresource Integrity). */
export function integrityOf(script: string): string {
	return `sha384-${createHash("sha384").update(script).digest("base64")}`;
}

const integrityFile = (folder: string): string => join(folder, "integrity.json");

/** The hash of each released version, by version. */
export function releasedVersions(folder: string = releasedFolder): Record<string, string> {
	const file = integrityFile(folder);
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Throws where a version has been released with another script than this one. */
export function checkRelease(version: string, script: string, folder = releasedFolder): void {
	const releasedHash = releasedVersions(folder)[version];
	if (releasedHash === undefined || releasedHash === integrityOf(script)) return;
	throw new Error(
		`widgets: ${version} has been released and this build would change it. Give widgets/package.json a new version.`,
	);
}

/** Keeps the script of a version for good. Throws where the version is kept with another script. */
export function release(version: string, script: string, folder = releasedFolder): void {
	checkRelease(version, script, folder);
	mkdirSync(join(folder, version), { recursive: true });
	writeFileSync(join(folder, version, "widgets.js"), script);
	const hashes = { ...releasedVersions(folder), [version]: integrityOf(script) };
	writeFileSync(integrityFile(folder), `${JSON.stringify(hashes, null, "\t")}\n`);
}
