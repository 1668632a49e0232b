import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { expect, it, onTestFinished } from "vitest";
import { withBindings } from "./bindings.ts";
import { applyMigrations } from "./migrate.ts";
import { insertRows } from "./seed.ts";

/** Longer than workerd keeps an idle connection, in milliseconds. */
const blockedMs = 6_000;

it("seeds a shop though the machine is so slow that workerd closes its connection meanwhile", async () => {
	const state = mkdtempSync(join(tmpdir(), "cogsmith-seed-"));
	onTestFinished(() => rmSync(state, { recursive: true }));
	const count = await withBindings(state, async ({ DB, MEDIA }) => {
		await applyMigrations(DB);
		let isBlocked = false;
		/** Preparing a statement waits for workerd, and nothing else runs meanwhile. */
		const prepare = (sql: string) => {
			if (sql.includes("into reviews") && !isBlocked) {
				isBlocked = true;
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs);
			}
			return DB.prepare(sql);
		};
		const slow = { prepare, batch: DB.batch.bind(DB) } as unknown as D1Database;
		await insertRows({ DB: slow, MEDIA }, { demo: true });
		return DB.prepare("select count(*) as n from reviews").first<number>("n");
	});
	expect(count).toBeGreaterThan(0);
});
