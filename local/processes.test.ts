import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "./processes.ts";

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "cogsmith-log-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Launches a program that prints one word, and waits until the word is in the log. */
async function launchPrint(word: string, log: string): Promise<void> {
	launch("node", ["--print", `"${word}"`], log);
	await expect.poll(() => statSync(log, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0);
	await expect.poll(() => readFileSync(log, "utf8")).toContain(word);
}

describe("the log of a launched program", () => {
	it("is appended to after a restart", async () => {
		const log = join(folder, "shop.log");
		await launchPrint("before", log);
		await launchPrint("after", log);
		expect(readFileSync(log, "utf8")).toBe("before\nafter\n");
	});

	it("is rotated to .1 if it is larger than 10 MB", async () => {
		const log = join(folder, "long.log");
		writeFileSync(log, Buffer.alloc(10 * 1024 * 1024 + 1, "x"));
		await launchPrint("after", log);
		expect(readFileSync(log, "utf8")).toBe("after\n");
		expect(statSync(`${log}.1`).size).toBe(10 * 1024 * 1024 + 1);
	});
});
