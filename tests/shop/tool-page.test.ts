/** What a tool's page shows. What reading it costs: tests/worker/tool-page.test.ts. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Companion } from "../../src/shop/jobs/tool-jobs.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { deleteMaker, listMakers, saveMaker } from "../../src/shop/tools/makers.server.ts";
import { encodeCursor } from "../../src/values/paging.ts";
import {
	addCapability,
	addReview,
	addTool,
	archiveTool,
	type Person,
	signUp,
} from "../helpers/shop.ts";
import { addCassetteTool, companion, setCategory, setFurtherImages } from "../helpers/tool-page.ts";

const torque = (from: number, to: number) =>
	companion("torque", { dimension: "", standards: [""], from, to });

let rider: Person;
beforeAll(async () => {
	rider = await signUp();
});

// What other tests have added is not in the shop.
beforeEach(() => env.DB.exec("update tools set archived_at = 1 where archived_at is null"));

it("has the further images in their order, and the tool's name where one has no text", async () => {
	const id = await addTool({ name: "Saw" });
	await setFurtherImages(id, "Its teeth", "");
	const images = async () => (await loadToolPage(id))?.images.map(({ alt }) => alt);
	expect(await images()).toEqual(["Saw", "Its teeth", "Saw"]);
	await env.DB.prepare("update tools set image_alt = 'A saw from its side' where id = ?")
		.bind(id)
		.run();
	expect(await images()).toEqual(["A saw from its side", "Its teeth", "Saw"]);
});

it("counts the reviews by stars and pages through them", async () => {
	const id = await addTool();
	for (let day = 1; day <= 8; day += 1) {
		await addReview(rider, { toolId: id, createdAt: day, description: `Day ${day}` });
	}
	const first = await loadToolPage(id);
	expect(first).toMatchObject({
		stars: [0, 0, 0, 8, 0],
		tool: { rating: { count: 8, average: 4 } },
		isFirstPage: true,
	});
	const days = (page: typeof first) => page?.reviews.map(({ description }) => description);
	expect(days(first)).toEqual(["Day 8", "Day 7", "Day 6", "Day 5", "Day 4", "Day 3"]);
	if (!first?.next) throw new Error("There is no next page.");
	const second = await loadToolPage(id, [], encodeCursor(first.next));
	expect(days(second)).toEqual(["Day 2", "Day 1"]);
	expect(second).toMatchObject({ isFirstPage: false, next: undefined });
});

it("has no rating without reviews", async () => {
	expect((await loadToolPage(await addTool()))?.tool.rating).toBeUndefined();
});

describe("a tool that is no longer sold", () => {
	const replacementOf = async (id: string) => (await loadToolPage(id))?.replacement?._id;
	const setPrice = (id: string, cents: number) =>
		env.DB.prepare("update tools set regular_price_cents = ? where id = ?").bind(cents, id).run();

	it("keeps its page, with its images, reviews, and what it could do", async () => {
		const id = await addCassetteTool("remove", ["hg"]);
		await setFurtherImages(id, "Its teeth");
		await addReview(rider, { toolId: id, description: "Worked well." });
		expect(await loadToolPage(id)).toMatchObject({ archivedAt: undefined, replacement: undefined });
		await archiveTool(id);
		expect(await loadToolPage(id)).toMatchObject({
			tool: { _id: id, rating: { count: 1 } },
			archivedAt: expect.any(Date),
			images: { length: 2 },
			reviews: [{ description: "Worked well." }],
			capabilities: [{ action: "remove", dimension: "cassette" }],
		});
	});

	it("has none as a draft, nor if nobody ever saw it", async () => {
		const [draft, neverListed] = [await addTool(), await addTool()];
		await env.DB.batch([
			env.DB.prepare("update tools set archived_at = created_at + 1, draft = 1 where id = ?").bind(
				draft,
			),
			env.DB.prepare("update tools set archived_at = created_at where id = ?").bind(neverListed),
		]);
		expect(await loadToolPage(draft)).toBeUndefined();
		expect(await loadToolPage(neverListed)).toBeUndefined();
	});

	it("is replaced by the cheapest in stock that is made for the same", async () => {
		const [id, dear, cheap, soldOut, also] = await Promise.all([
			addCassetteTool("remove", ["hg"]),
			addCassetteTool("remove", ["hg", "xd"]),
			addCassetteTool("remove", ["hg"]),
			addCassetteTool("remove", ["hg"]),
			addCassetteTool("remove", ["hg"], { also: true }),
		]);
		await setPrice(dear, 9000);
		await setPrice(cheap, 3000);
		for (const one of [soldOut, also]) await setPrice(one, 1000);
		await env.DB.prepare("update tools set quantity = 0 where id = ?").bind(soldOut).run();
		expect(await replacementOf(id)).toBeUndefined();
		await archiveTool(id);
		expect(await replacementOf(id)).toBe(cheap);
		expect((await loadToolPage(id))?.related.map(({ _id }) => _id)).not.toContain(cheap);
		for (const one of [cheap, dear]) await archiveTool(one);
		expect(await replacementOf(id)).toBe(also);
	});

	it("is replaced by the cheapest in stock of its category if nothing does the same", async () => {
		const [id, cheap, dear, soldOut, elsewhere] = await Promise.all([
			addCassetteTool("open", ["hg"]),
			addTool(),
			addTool(),
			addTool({ quantity: 0 }),
			addTool(),
		]);
		await setCategory("openers", id, cheap, dear, soldOut);
		await setPrice(cheap, 2000);
		for (const one of [soldOut, elsewhere]) await setPrice(one, 100);
		await addReview(rider, { toolId: cheap });
		await archiveTool(id);
		expect(await replacementOf(id)).toBe(cheap);
		await archiveTool(cheap);
		await archiveTool(dear);
		expect(await replacementOf(id)).toBeUndefined();
	});
});

describe("what is needed with a tool", () => {
	const neededWith = async (id: string, ...companions: Companion[]) =>
		(await loadToolPage(id, companions))?.needed.map((one) => one.tool._id);

	it("is for a standard that both are for, and not what the tool does itself", async () => {
		const lockring = await addCassetteTool("remove", ["hg", "xd"]);
		const whip = await addCassetteTool("hold", ["xd"]);
		await addCassetteTool("open", ["campagnolo"]);
		const all = [companion("hold"), companion("open"), companion("remove")];
		expect(await neededWith(lockring, ...all)).toEqual([whip]);
		await addCapability(lockring, { action: "hold", dimension: "cassette", standard: "hg" });
		expect(await neededWith(lockring, ...all)).toEqual([]);
	});

	it("is nothing for what a tool can do too, but is not made for", async () => {
		const multi = await addCassetteTool("remove", ["hg"], { also: true });
		await addCassetteTool("hold", ["hg"]);
		expect(await neededWith(multi, companion("hold"))).toEqual([]);
	});

	it("reaches the torque", async () => {
		const id = await addCassetteTool("remove", ["hg"]);
		const wrench = await addTool();
		await addCapability(wrench, { action: "torque", from: 20, to: 60 });
		expect(await neededWith(id, torque(40, 40))).toEqual([wrench]);
		expect(await neededWith(id, torque(10, 10))).toEqual([]);
	});

	it("is a tool once, whatever it is for", async () => {
		const id = await addCassetteTool("remove", ["hg"]);
		const both = await addCassetteTool("close", ["hg"]);
		await addCapability(both, { action: "cut", dimension: "cassette", standard: "hg" });
		expect(await neededWith(id, companion("close"), companion("cut"))).toEqual([both]);
	});
});

it("relates the tools of its category in stock, then those that do the same", async () => {
	const [id, other, soldOut, archived] = await Promise.all([
		addTool(),
		addTool(),
		addTool({ quantity: 0 }),
		addTool(),
	]);
	await setCategory("saws", id, other, soldOut, archived);
	await archiveTool(archived);
	const same = await addTool();
	for (const one of [id, same]) {
		await addCapability(one, { action: "patch", dimension: "tire", standard: "tube" });
	}
	const page = await loadToolPage(id);
	expect(page?.related.map(({ _id }) => _id)).toEqual([other, same]);
	expect(page?.category).toEqual({ slug: "saws", name: "saws" });
});

it("has the maker with its addresses, of the tool or of its family, and the warnings", async () => {
	const id = await addTool({ name: "Chain oil" });
	await env.DB.prepare(
		"update tools set maker = 'Oilers', contents = '400 ml', warnings = 'Keep away from fire.' where id = ?",
	)
		.bind(id)
		.run();
	const before = await loadToolPage(id);
	expect(before).toMatchObject({ warnings: "Keep away from fire.", tool: { contents: "400 ml" } });
	expect(before).not.toHaveProperty("maker");
	const { id: adminId } = await signUp({ role: "admin" });
	const maker = {
		name: "Oilers",
		address: "1 Wells Road",
		contact: "hello@oilers.test",
		country: "NL",
		responsibleName: "",
		responsibleAddress: "",
		responsibleContact: "",
	};
	expect((await listMakers()).without).toContain("Oilers");
	await saveMaker({ id: adminId }, maker, "");
	expect((await loadToolPage(id))?.maker).toEqual({
		name: "Oilers",
		address: "1 Wells Road",
		contact: "hello@oilers.test",
		country: "NL",
	});
	// The name is changed, which leaves the tool with its own.
	await saveMaker({ id: adminId }, { ...maker, name: "Oilers Ltd" }, "Oilers");
	expect(await loadToolPage(id)).not.toHaveProperty("maker");
	const listed = await listMakers();
	expect(listed.makers.map(({ name }) => name)).toContain("Oilers Ltd");
	expect(listed.without).toContain("Oilers");
	await deleteMaker({ id: adminId }, "Oilers Ltd");
	expect((await listMakers()).makers.map(({ name }) => name)).not.toContain("Oilers Ltd");
});
