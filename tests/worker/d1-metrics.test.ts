import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { tools } from "../../src/db/tool-tables.ts";
import {
	instrumentD1,
	serverTimingHeader,
	withD1Metrics,
} from "../../src/platform/database/d1-metrics.ts";
import { addTool } from "../helpers/shop.ts";

describe("a counting database", () => {
	it("returns the same results, and counts round trips and rows", async () => {
		const id = await addTool({ quantity: 3 });
		const [plain, counted] = [drizzle(env.DB), drizzle(instrumentD1(env.DB))];
		const query = (db: typeof plain) => db.select().from(tools).where(eq(tools.id, id));
		const [rows, trace] = await withD1Metrics(async () => query(counted));
		expect(rows).toEqual(await query(plain));
		expect(trace).toMatchObject({ trips: 1, rowsWritten: 0 });
		expect(trace.rowsRead).toBeGreaterThan(0);
	});

	it("counts a batch as one round trip", async () => {
		const id = await addTool();
		const db = drizzle(instrumentD1(env.DB));
		const [[read, written], trace] = await withD1Metrics(() =>
			db.batch([
				db.select({ quantity: tools.quantity }).from(tools).where(eq(tools.id, id)),
				db.update(tools).set({ quantity: 4 }).where(eq(tools.id, id)).returning({ id: tools.id }),
			]),
		);
		expect(read).toEqual([{ quantity: 10 }]);
		expect(written).toEqual([{ id }]);
		expect(trace.trips).toBe(1);
		expect(trace.rowsWritten).toBeGreaterThan(0);
	});

	it("counts concurrent requests separately", async () => {
		const db = instrumentD1(env.DB);
		const ask = () => db.prepare("select 1").all();
		const [[, one], [, two]] = await Promise.all([
			withD1Metrics(ask),
			withD1Metrics(async () => {
				await ask();
				await ask();
			}),
		]);
		expect([one.trips, two.trips]).toEqual([1, 2]);
	});

	it("is written as Server-Timing", () => {
		expect(serverTimingHeader({ trips: 2, rowsRead: 30, rowsWritten: 1, ms: 5 })).toBe(
			'db;dur=5;desc="trips=2 read=30 written=1"',
		);
	});
});
