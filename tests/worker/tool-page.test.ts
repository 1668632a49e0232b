/** The data of a tool's page: one round trip and at most forty rows, however much there is. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { shopSettings } from "../../src/shop/settings/settings.server.ts";
import { addFamily } from "../helpers/families.ts";
import { addCapability, addReview, addTool, type Person, signUp } from "../helpers/shop.ts";
import {
	addCassetteTool,
	companion,
	setCategory,
	setFurtherImages,
	standards,
} from "../helpers/tool-page.ts";

const maxRows = 40;
let rider: Person;
beforeAll(async () => {
	rider = await signUp();
});

// What other tests have added is not in the shop.
beforeEach(() => env.DB.exec("update tools set archived_at = 1 where archived_at is null"));

it("reads at most forty rows in one trip with all of it", async () => {
	const id = await addCassetteTool("remove", standards);
	for (let n = 0; n < 40; n += 1) {
		await addCapability(id, { action: "turn", dimension: "bolt", standard: `hex-${n}` });
	}
	await setFurtherImages(id, ...Array.from({ length: 11 }, (_, n) => `Side ${n + 1}`));
	for (let n = 0; n < 9; n += 1) await addReview(rider, { toolId: id, createdAt: n });
	for (let n = 0; n < 9; n += 1)
		await env.DB.prepare(
			"insert into questions (id, author, tool_id, text, created_at, state) values (?, 'A', ?, 'Steel?', 1, 'published')",
		)
			.bind(`question-${n}`, id)
			.run();
	const others = await Promise.all(Array.from({ length: 20 }, () => addTool()));
	await setCategory("full", id, ...others);
	const actions = ["hold", "press", "adjust", "lever", "measure", "mount"] as const;
	for (const action of actions) {
		for (let n = 0; n < 3; n += 1) await addCassetteTool(action, standards);
	}
	const companions = actions.map((action) => companion(action));
	// All pages but the first have the settings in memory.
	await shopSettings();
	const rowsAt: Record<string, number> = {};
	const readAt = async (address: string, what: string) => {
		const [page, trace] = await withD1Metrics(() => loadToolPage(address, companions));
		expect(page?.tool._id).toBe(id);
		expect(trace.trips).toBe(1);
		rowsAt[what] = trace.rowsRead;
		return page;
	};
	const all = {
		images: { length: 12 },
		questions: { length: 4 },
		needed: { length: 4 },
		related: { length: 4 },
	};
	expect(await readAt(id, "id")).toMatchObject(all);
	const setAddress = (slug: string) =>
		env.DB.prepare("update tools set slug = ? where id = ?").bind(slug, id).run();
	await setAddress("full");
	expect(await readAt("full", "address")).toMatchObject(all);
	await setAddress("fuller");
	// The page of a former address only redirects.
	await readAt("full", "former address");
	expect(Math.max(...Object.values(rowsAt)), JSON.stringify(rowsAt)).toBeLessThanOrEqual(maxRows);
});

it("the page of a family of sixty tools reads no row for each", async () => {
	const ids = await Promise.all(Array.from({ length: 60 }, () => addTool()));
	await addFamily("sixty", Object.fromEntries(ids.map((id, index) => [id, `${index} mm`])));
	await setCategory("sixty", ...ids);
	for (const id of ids.slice(0, 9)) await addReview(rider, { toolId: id });
	for (const address of ["sixty", ...ids.slice(-1)]) {
		const [page, trace] = await withD1Metrics(() => loadToolPage(address));
		expect(page?.family?.variants).toHaveLength(60);
		expect(page?.tool.rating?.count).toBe(9);
		expect(trace.trips).toBe(1);
		expect(trace.rowsRead).toBeLessThanOrEqual(40);
	}
});
