/** The catalogue's filters read a bounded number of rows. tests/shop/catalogue.test.ts has what they find. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { loadCatalogue } from "../../src/shop/catalogue/catalogue.server.ts";
import { deleteTools, insertCategories, insertToolsUpTo, queries } from "../helpers/catalogue.ts";

/** What a filtered page may read. */
const maxRows = 100;

beforeAll(async () => {
	await insertCategories();
	await insertToolsUpTo(3000);
});

afterAll(deleteTools);

it("every filter of three thousand tools reads at most a hundred rows, in one trip", async () => {
	for (const query of queries) {
		const [page, first] = await withD1Metrics(() => loadCatalogue(query));
		const cursors = [page?.next, { value: 0, id: "" }, { value: 5e12, id: "z" }];
		for (const cursor of cursors) {
			const [, trace] = await withD1Metrics(() => loadCatalogue({ ...query, cursor }));
			expect(trace.rowsRead, JSON.stringify({ ...query, cursor })).toBeLessThanOrEqual(maxRows);
			expect(trace.trips).toBe(1);
		}
		expect(first.rowsRead, JSON.stringify(query)).toBeLessThanOrEqual(maxRows);
	}
}, 60_000);
