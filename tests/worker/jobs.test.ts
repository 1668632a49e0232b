/** What reading the tools of a job's page costs: the best of the shop for each standard. */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { beforeEach, describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import type { Bike } from "../../src/shop/fit/fit.ts";
import {
	type Dimension,
	dimensionSchema,
	leavesOf,
	toVocabulary,
} from "../../src/shop/fit/standards.ts";
import { findJobTools } from "../../src/shop/jobs/jobs.server.ts";
import type { Need } from "../../src/shop/jobs/jobs.ts";
import { needsOfBike } from "../../src/shop/jobs/kit.ts";

const lockring: Need = {
	action: "remove",
	dimension: "cassette",
	standards: ["xd"],
	for: "Turn it",
	optional: false,
};
const xd = {
	id: "xd",
	name: "XD",
	alsoKnownAs: [],
	recognise: "Look",
	sources: ["maker"],
	tools: { remove: [{ shape: "splines", fits: true, source: "maker" }] },
};
const cassette: Dimension = {
	name: "Cassette",
	question: "Which?",
	order: 1,
	help: "Look",
	ofTheBike: true,
	shapes: { splines: "splines" },
	standards: [xd],
};
const vocabulary = toVocabulary([{ id: "cassette", data: cassette }], []);

// What other tests have added is not in the shop.
beforeEach(() => env.DB.exec("update tools set archived_at = 1 where archived_at is null"));

describe("the tools of a job", () => {
	it("read as many rows with a thousand tools as with ten", async () => {
		const rowsRead = async () =>
			(await withD1Metrics(() => findJobTools([lockring], {}, vocabulary)))[1].rowsRead;
		const addTools = (from: number, to: number) =>
			env.DB.batch([
				env.DB.prepare(
					`with recursive numbers(n) as (select ?1 union all select n + 1 from numbers where n < ?2) insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, capabilities) select 'many' || n, 'Many ' || n, '', '/images/none', 1, 1, 1, 5000 + n, n, n, '[{"action":"remove","dimension":"cassette","standard":"xd","fits":1,"from":null,"to":null,"also":0}]' from numbers`,
				).bind(from, to),
			]);
		await addTools(1, 10);
		const few = await rowsRead();
		await addTools(11, 1000);
		expect(few).toBeGreaterThan(0);
		expect(await rowsRead()).toBeLessThanOrEqual(few + 3);
	});

	it("read at most 60 rows in one trip, even if each standard has a best tool of its own", async () => {
		const files = import.meta.glob<Dimension>("../../content/standards/*.json", {
			eager: true,
			import: "default",
		});
		const entries = Object.entries(files).map(([path, data]) => ({
			id: path.replace(/^.*\/|\.json$/g, ""),
			data: v.parse(dimensionSchema, data),
		}));
		const real = toVocabulary(entries, []);
		const chosen = entries.filter(({ data }) => data.ofTheBike && data.unit === undefined);
		const used = ["remove", "hold", "open", "measure"] as const;
		const capabilities = chosen.flatMap(({ id, data }) =>
			leavesOf(data).flatMap((leaf) =>
				[...used, "part"].map((action) => ({ action, dimension: id, standard: leaf.id })),
			),
		);
		const json = JSON.stringify(capabilities);
		await env.DB.batch([
			env.DB.prepare(
				"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, capabilities) select 'own' || key, 'Own ' || key, '', '/images/none', 1, 1, 1, 10, key, key, json_array(json_object('action', value ->> 'action', 'dimension', value ->> 'dimension', 'standard', value ->> 'standard', 'fits', 1, 'from', null, 'to', null, 'also', 0)) from json_each(?)",
			).bind(json),
		]);
		const needs = chosen.flatMap(({ id }) =>
			used.map((action) => ({
				action,
				dimension: id,
				for: "Turn it",
				optional: action !== "remove",
			})),
		);
		const bike = Object.fromEntries(
			chosen.map(({ id, data }) => [id, leavesOf(data).at(-1)?.id ?? ""]),
		);
		const costOf = async (some: readonly Need[], ofBike: Bike) => {
			const [found, cost] = await withD1Metrics(() => findJobTools(some, ofBike, real));
			expect(cost).toMatchObject({ trips: 1 });
			expect(cost.rowsRead).toBeLessThanOrEqual(60);
			return found;
		};
		expect(chosen).toHaveLength(15);
		// A tool and a part for each dimension.
		const found = await costOf(needsOfBike(needs, bike, real), bike);
		expect(found.tools).toHaveLength(30);
		expect(found.left.size).toBe(45);
		// Nothing chosen: what must be done comes before what is optional.
		const chainNeeds = needs.filter(({ dimension }) => dimension === "chain");
		const ofChain = await costOf(chainNeeds, {});
		expect([...ofChain.left].every(({ optional }) => optional)).toBe(true);
		await costOf(needs, {});
	});
});
