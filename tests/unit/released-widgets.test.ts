/** A released version of the widgets' script never changes. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { version } from "../../widgets/package.json";
import {
	checkRelease,
	integrityOf,
	release,
	releasedFolder,
	releasedVersions,
} from "../../widgets/releases.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The folders of released versions. */
const folders = readdirSync(releasedFolder, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

describe("released versions", () => {
	it("match their hashes, with no other files", () => {
		const files = folders.map((name) => [
			name,
			integrityOf(readFileSync(join(releasedFolder, name, "widgets.js"), "utf8")),
		]);
		expect(Object.fromEntries(files)).toEqual(releasedVersions());
		expect(folders).toContain("1.0.0");
	});

	it("contain the placeholder for the shop's origin, and no real origin", () => {
		for (const name of folders) {
			const script = readFileSync(join(releasedFolder, name, "widgets.js"), "utf8");
			expect(new Set(script.match(/https?:\/\/[^"`/]+/g)), name).toEqual(
				new Set(["https://cogsmith.invalid"]),
			);
		}
	});

	it("include the current one, identical to its build", () => {
		const built = readFileSync(at("../../.generated/widgets/widgets.js"), "utf8");
		expect(releasedVersions()[version]).toBe(integrityOf(built));
	});
});

describe("a build", () => {
	it("that would change a released version fails and requires a new version number", () => {
		const folder = mkdtempSync(join(tmpdir(), "released-"));
		release("1.0.0", "first", folder);
		expect(() => checkRelease("1.0.0", "first", folder)).not.toThrow();
		expect(() => checkRelease("1.0.1", "second", folder)).not.toThrow();
		expect(() => checkRelease("1.0.0", "second", folder)).toThrow(/new version/);
		expect(() => release("1.0.0", "second", folder)).toThrow(/new version/);
		release("1.0.1", "second", folder);
		expect(releasedVersions(folder)).toEqual({
			"1.0.0": integrityOf("first"),
			"1.0.1": integrityOf("second"),
		});
		expect(readFileSync(join(folder, "1.0.0", "widgets.js"), "utf8")).toBe("first");
	});
});
