import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runBatch, withBindings } from "./bindings.ts";

/** Longer than workerd keeps an idle connection, in milliseconds. */
const blockedMs = 6_000;

it("runs a batch though preparing its statements took so long that workerd has closed its connection", async () => {
	const state = mkdtempSync(join(tmpdir(), "cogsmith-bindings-"));
	onTestFinished(() => rmSync(state, { recursive: true }));
	const stored = await withBindings(state, async ({ DB }) => {
		await DB.prepare("create table slow (id)").run();
		const insert = DB.prepare("insert into slow values (1)");
		// As a busy machine does: nothing else runs meanwhile.
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs);
		await runBatch(DB, [insert]);
		return DB.prepare("select count(*) as n from slow").first<number>("n");
	});
	expect(stored).toBe(1);
});
