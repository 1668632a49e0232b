/** The data of a tool's page: one round trip and at most thirty rows, however much there is. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import type { Action } from "../../src/shop/fit/standards.ts";
import type { Companion } from "../../src/shop/jobs/tool-jobs.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { addCapability, addReview, addTool, type Person, signUp } from "../helpers/shop.ts";

const maxRows = 30;
const standards = ["hg", "xd", "campagnolo"];

/** What goes with a tool that removes cassettes. */
const companion = (action: Action): Companion => ({
	of: ["remove", "cassette", standards],
	action,
	dimension: "cassette",
	standards,
	from: null,
	to: null,
	for: action,
});
let rider: Person;
beforeAll(async () => {
	rider = await signUp();
});

// What other tests have added is not in the shop.
beforeEach(() => env.DB.exec("update tools set archived_at = 1 where archived_at is null"));

/** Adds a tool with one action on these standards of a cassette. */
async function addCassetteTool(action: Action, ids: readonly string[]): Promise<string> {
	const id = await addTool();
	for (const standard of ids) {
		await addCapability(id, { action, dimension: "cassette", standard });
	}
	return id;
}

async function setCategory(category: string, ...ids: string[]): Promise<void> {
	await env.DB.batch([
		env.DB.prepare("insert or ignore into categories (slug, name) values (?1, ?1)").bind(category),
		...ids.map((id) =>
			env.DB.prepare("update tools set category_slug = ? where id = ?").bind(category, id),
		),
	]);
}

const addImage = (id: string, position: number, alt: string) =>
	env.DB.prepare("insert into tool_pictures (tool_id, position, image, alt) values (?, ?, ?, ?)")
		.bind(id, position, `/images/${position}`, alt)
		.run();

it("reads at most thirty rows in one trip with all of it", async () => {
	const id = await addCassetteTool("remove", standards);
	for (let n = 0; n < 40; n += 1) {
		await addCapability(id, { action: "turn", dimension: "bolt", standard: `hex-${n}` });
	}
	for (let n = 1; n <= 11; n += 1) await addImage(id, n, `Side ${n}`);
	for (let n = 0; n < 9; n += 1) await addReview(rider, { toolId: id, createdAt: n });
	const others = await Promise.all(Array.from({ length: 20 }, () => addTool()));
	await setCategory("full", id, ...others);
	const actions = ["hold", "press", "adjust", "lever", "measure", "mount"] as const;
	for (const action of actions) {
		for (let n = 0; n < 3; n += 1) await addCassetteTool(action, standards);
	}
	const companions = actions.map((action) => companion(action));
	const rowsAt: Record<string, number> = {};
	const readAt = async (address: string, what: string) => {
		const [page, trace] = await withD1Metrics(() => loadToolPage(address, companions));
		expect(page?.tool._id).toBe(id);
		expect(trace.trips).toBe(1);
		rowsAt[what] = trace.rowsRead;
		return page;
	};
	const all = { images: { length: 12 }, needed: { length: 5 }, related: { length: 4 } };
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
