/**
 * Snapshots of long texts: a line for each, which ends with a hash of the text. A test that fails prints the difference of
 * the texts themselves, as far as this clone has run the test with the former ones.
 */
import { createHash } from "node:crypto";
import { expect } from "vitest";

/** A text in a snapshot. */
export interface Entry {
	/** What its line says beside the hash, on which nothing else may end. */
	line: string;
	/** Its text in parts. The printed difference has a part of several entries once. */
	parts: string[];
}

/** Keeps texts by their hashes, and returns those that it has of `wanted`. */
export type KeepTexts = (
	texts: Record<string, string[]>,
	wanted: string[],
) => Promise<Record<string, string[]>>;

const hashOf = (parts: string[]): string =>
	createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 10);

const distinct = (parts: string[]): string => [...new Set(parts)].join("\n");

/** Expects the lines of entries to be those of a snapshot file, whose text is `snapshot`. */
export async function expectHashes(
	file: string,
	snapshot: string,
	entries: Entry[],
	keep: KeepTexts,
): Promise<void> {
	const hashed = entries.map(({ line, parts }) => ({ hash: hashOf(parts), line, parts }));
	const text = hashed.map(({ line, hash }) => `${line} ${hash}\n`).join("");
	const formerLines = snapshot.split("\n");
	const kept = await keep(
		Object.fromEntries(hashed.map(({ hash, parts }) => [hash, parts])),
		formerLines.map((line) => line.slice(-10)),
	);
	try {
		await expect(text).toMatchFileSnapshot(file);
	} catch (error) {
		const lines = text.split("\n");
		const former = formerLines.filter((line) => !lines.includes(line));
		const changed = hashed.filter(({ line, hash }) => !formerLines.includes(`${line} ${hash}`));
		expect
			.soft(distinct(changed.flatMap(({ parts }) => parts)), "the texts behind the hashes")
			.toBe(distinct(former.flatMap((line) => kept[line.slice(-10)] ?? [])));
		throw error;
	}
}
