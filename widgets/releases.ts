/**
 * The released versions of the elements' script. Pages load them with their hash, so they never change:
 * `released/{version}/widgets.js`, with the hashes in `released/integrity.json`. They contain a
 * placeholder for the shop's origin (see docs/decisions/2026-11-21-origin-put-in-when-served.md).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of released versions. */
export const releasedFolder: string = fileURLToPath(new URL("released", import.meta.url));

/** The integrity of a script (W3C Subresource Integrity). */
export function integrityOf(script: string): string {
	return `sha384-${createHash("sha384").update(script).digest("base64")}`;
}

const integrityFile = (folder: string): string => join(folder, "integrity.json");

/** The hashes of released versions, by version. */
export function releasedVersions(folder: string = releasedFolder): Record<string, string> {
	const file = integrityFile(folder);
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Throws an Error if a version has been released with another script. */
export function checkRelease(version: string, script: string, folder = releasedFolder): void {
	const releasedHash = releasedVersions(folder)[version];
	if (releasedHash === undefined || releasedHash === integrityOf(script)) return;
	throw new Error(
		`widgets: ${version} has been released and this build would change it. Give widgets/package.json a new version.`,
	);
}

/** Saves the script as a released version. Throws an Error if the version has another script. */
export function release(version: string, script: string, folder = releasedFolder): void {
	checkRelease(version, script, folder);
	mkdirSync(join(folder, version), { recursive: true });
	writeFileSync(join(folder, version, "widgets.js"), script);
	const hashes = { ...releasedVersions(folder), [version]: integrityOf(script) };
	writeFileSync(integrityFile(folder), `${JSON.stringify(hashes, null, "\t")}\n`);
}
