/** The tools of a job's page: the best of the shop for each standard, as price and stock are now. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Dimension, toVocabulary } from "../../src/shop/fit/standards.ts";
import { findJobTools } from "../../src/shop/jobs/jobs.server.ts";
import type { Need } from "../../src/shop/jobs/jobs.ts";
import { needsOfBike } from "../../src/shop/jobs/kit.ts";
import { addCapability, addTool, callApi, type Person, signUp } from "../helpers/shop.ts";

const standard = (id: string, shape: string) => ({
	id,
	name: id,
	alsoKnownAs: [],
	recognise: "Look",
	tools: { remove: [{ shape, fits: true, source: "maker" }] },
	sources: ["maker"],
});

const cassette: Dimension = {
	name: "Cassette",
	question: "Which?",
	order: 1,
	help: "Look",
	ofTheBike: true,
	shapes: { large: "large splines", small: "small splines" },
	standards: [standard("hg", "large"), standard("xd", "large"), standard("campagnolo", "small")],
};
const vocabulary = toVocabulary([{ id: "cassette", data: cassette }], []);
const need = (input: Partial<Need>): Need => ({
	action: "remove",
	for: "Turn it",
	optional: false,
	...input,
});
const lockring = need({ dimension: "cassette", standards: ["xd"] });
const found = async (...needs: Need[]) =>
	(await findJobTools(needs, {}, vocabulary)).tools.map(({ id }) => id);

let admin: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

// What other tests have added is not in the shop.
beforeEach(() => env.DB.exec("update tools set archived_at = 1 where archived_at is null"));

/** Adds a tool that removes cassettes. */
async function addRemover(
	tool: Parameters<typeof addTool>[0],
	capability: { standard?: string; also?: boolean } = {},
): Promise<string> {
	const id = await addTool(tool);
	await addCapability(id, {
		action: "remove",
		dimension: "cassette",
		standard: "xd",
		...capability,
	});
	return id;
}

const update = (id: string, body: object) =>
	callApi("PUT", `/service?id=${id}`, { token: admin.token, body });
const remove = (id: string) => callApi("DELETE", `/service?id=${id}`, { token: admin.token });

describe("the tools of a job", () => {
	it("are the cheapest in stock that is made for it, after each change of price and stock", async () => {
		const multiTool = await addRemover({ priceCents: 100 }, { also: true });
		const dear = await addRemover({ priceCents: 9000 });
		const cheap = await addRemover({ priceCents: 3000, quantity: 5 });
		expect(await found(lockring)).toEqual([cheap]);
		await update(cheap, { price: 95, quantity: 5, minOrderQuantity: 1 });
		expect(await found(lockring)).toEqual([dear]);
		await update(cheap, { price: 30, quantity: 5, minOrderQuantity: 1 });
		expect(await found(lockring)).toEqual([cheap]);
		await update(cheap, { price: 30, quantity: 5, minOrderQuantity: 6 });
		expect(await found(lockring)).toEqual([dear]);
		await remove(dear);
		expect(await found(lockring)).toEqual([cheap]);
		await remove(cheap);
		expect(await found(lockring)).toEqual([multiTool]);
		await remove(multiTool);
		expect(await found(lockring)).toEqual([]);
	});

	it("come with what they can do, also for a standard of the same shape", async () => {
		const forHg = await addRemover({}, { standard: "hg" });
		await addCapability(forHg, {
			action: "remove",
			dimension: "cassette",
			standard: "campagnolo",
			fits: false,
		});
		await addCapability(forHg, { action: "torque", from: 2, to: 25 });
		const forCampagnolo = await addRemover({}, { standard: "campagnolo" });
		const { tools } = await findJobTools([lockring], {}, vocabulary);
		expect(tools.map(({ id, capabilities }) => ({ id, capabilities }))).toEqual([
			{
				id: forHg,
				capabilities: [
					{
						action: "remove",
						dimension: "cassette",
						standards: ["hg"],
						except: ["campagnolo"],
						madeFor: true,
					},
					{ action: "torque", standards: [], except: [], from: 2, to: 25, madeFor: true },
				],
			},
		]);
		const anyLockring = need({ dimension: "cassette" });
		expect((await found(anyLockring)).sort()).toEqual([forHg, forCampagnolo].sort());
		const ofBike = needsOfBike([anyLockring], { cassette: "xd" }, vocabulary);
		expect(await found(...ofBike)).toEqual([forHg]);
		expect(await found(need({ action: "torque", from: 4, to: 25 }))).toEqual([forHg]);
		expect(await found(need({ action: "torque", from: 4, to: 26 }))).toEqual([]);
		expect(await found(need({ action: "torque", from: 1, to: 4 }))).toEqual([]);
	});
});
