/** What the needs of a job come to in a shop: for all standards where the rider has not chosen. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { type CapabilityInput, capabilitySchema } from "../fit/capabilities.ts";
import type { Bike } from "../fit/fit.ts";
import { type Dimension, toVocabulary } from "../fit/standards.ts";
import type { Need } from "./jobs.ts";
import { kitChoices, kitOptions, lackedNeeds, likelyTools, needsOfBike } from "./kit.ts";

const dimension = (more: object, ...ids: [id: string, within?: string][]) =>
	({
		ofTheBike: true,
		name: "Part",
		shapes: {},
		standards: ids.map(([id, within]) => ({ id, within, name: id, tools: {}, sources: [] })),
		...more,
	}) as unknown as Dimension;

const vocabulary = toVocabulary(
	[
		{ id: "chain", data: dimension({}, ["many"], ["11", "many"], ["12", "many"], ["single"]) },
		{ id: "axle", data: dimension({}, ["thru"], ["quick"]) },
		{ id: "width", data: dimension({ unit: "mm" }) },
		{ id: "bolt", data: dimension({ ofTheBike: false }, ["hex-4"], ["hex-5"]) },
	],
	[],
);

const need = (more: Partial<Need>): Need => ({
	action: "cut",
	for: "Open the chain",
	optional: false,
	...more,
});
const ofChain = need({ dimension: "chain" });
const torque = need({ action: "torque", from: 10, to: 20 });

const tool = (id: string, ...capabilities: CapabilityInput[]) => ({
	id,
	priceCents: 100,
	available: true,
	capabilities: v.parse(v.array(capabilitySchema), capabilities),
});
const cuts = (...standards: string[]) =>
	({ action: "cut", dimension: "chain", standards }) as const;
const breaker = tool("breaker", cuts("11", "12"));
const single = tool("single", cuts("single"));
const wrench = tool("wrench", { action: "torque", from: 10, to: 20 });

/** Each need with its tools and their standards, and what else is said of it. */
const options = (
	needs: Need[],
	bike: Bike,
	tools: ReturnType<typeof tool>[],
	left?: ReadonlySet<Need>,
) =>
	kitOptions(needs, bike, tools, vocabulary, left).map((one) => ({
		tools: one.tools.map(({ tool: { id }, standards }) =>
			[id, ...standards.map((standard) => standard.id)].join(" "),
		),
		missing: one.missing.map(({ id }) => id),
		none: one.none,
		left: one.left,
	}));

const line = { missing: [], none: false, left: false };

describe("the options of a need", () => {
	it("are a tool for each standard that the bike may have, and the standards without one", () => {
		expect(options([ofChain], {}, [breaker])).toEqual([
			{ ...line, tools: ["breaker 11 12"], missing: ["single"] },
		]);
		expect(options([ofChain], {}, [breaker, single])).toEqual([
			{ ...line, tools: ["breaker 11 12", "single single"] },
		]);
		const only = need({ dimension: "chain", standards: ["many"] });
		expect(options([only], {}, [single])).toEqual([{ ...line, tools: [], missing: ["11", "12"] }]);
	});

	it("are those of the bike's standard, or of its group", () => {
		expect(options([ofChain], { chain: "single" }, [breaker, single])).toEqual([
			{ ...line, tools: ["single single"] },
		]);
		expect(options([ofChain], { chain: "many" }, [breaker])).toEqual([
			{ ...line, tools: ["breaker 11 12"] },
		]);
		expect(options([ofChain], { chain: "lost" }, [single])).toMatchObject([
			{ missing: ["11", "12"] },
		]);
	});

	it("are one tool or none without a dimension", () => {
		expect(options([torque], {}, [breaker, wrench])).toEqual([{ ...line, tools: ["wrench"] }]);
		expect(options([torque], {}, [breaker])).toEqual([{ ...line, tools: [], none: true }]);
		for (const [from, to] of [
			[11, 20],
			[10, 19],
		] as const) {
			const other = tool("other", { action: "torque", from, to });
			expect(options([torque], {}, [other])).toMatchObject([{ none: true }]);
		}
	});

	it("are one tool without a dimension, also if the bike may not need it", () => {
		const some = { ...torque, onlyFor: { dimension: "chain", standards: ["11"] } };
		expect(options([some], {}, [wrench])).toEqual([{ ...line, tools: ["wrench"] }]);
	});

	it("leave out what the bike does not need, and what nobody looked for", () => {
		const only = need({ dimension: "chain", standards: ["single"] });
		expect(options([only], { chain: "11" }, [single])).toEqual([]);
		expect(options([ofChain, torque], {}, [breaker], new Set([ofChain]))).toEqual([
			{ ...line, tools: [], left: true },
			{ ...line, tools: [], none: true },
		]);
	});
});

describe("a need for some bikes", () => {
	const found = (bike: Bike, more: Partial<Need>) =>
		options([need(more)], bike, [wrench, breaker, single]);
	const onlyFor = { dimension: "chain", standards: ["11", "single"] };
	const forSome = { action: "torque", from: 10, to: 20, onlyFor } as const;

	it.each<[Bike, isNeeded: boolean]>([
		[{}, true],
		[{ chain: "11" }, true],
		[{ chain: "12" }, false],
		[{ chain: "many" }, true],
		[{ chain: "lost" }, true],
	])("of %j: %s", (bike, isNeeded) => {
		expect(found(bike, forSome)).toEqual(isNeeded ? [{ ...line, tools: ["wrench"] }] : []);
	});

	it.each<[Bike, isNeeded: boolean]>([
		[{ chain: "11" }, true],
		[{ chain: "many" }, true],
		[{ chain: "single" }, false],
	])("may name a group, for all of its standards: of %j: %s", (bike, isNeeded) => {
		const ofGroup = { dimension: "chain", standards: ["many"] };
		expect(found(bike, { ...forSome, onlyFor: ofGroup })).toHaveLength(isNeeded ? 1 : 0);
	});

	it("may name standards, of which nobody has to choose one", () => {
		const [one] = found({}, { dimension: "chain", standards: ["single"] });
		expect(one?.tools).toEqual(["single single"]);
		const [several] = found({}, { dimension: "bolt", standards: ["hex-4", "hex-5"] });
		expect(several?.missing).toEqual(["hex-4", "hex-5"]);
	});

	it("has no tool if its dimension is unknown", () => {
		const lost = tool("lost", { action: "cut", dimension: "lost", standards: ["11"] });
		expect(options([need({ dimension: "lost" })], {}, [lost])).toMatchObject([{ none: true }]);
	});
});

it("a bike's needs are first a tool for each standard, then a part, then other tools", () => {
	const needs = [ofChain, need({ action: "hold", dimension: "chain" }), torque, ofChain];
	const found = needsOfBike(needs, { chain: "11", width: 28 }, vocabulary);
	expect(found).toEqual(
		(["cut", "part", "hold"] as const).map((action) => ({
			action,
			dimension: "chain",
			standards: ["11"],
			for: "",
			optional: false,
		})),
	);
	expect(needsOfBike(needs, { lost: "x" }, vocabulary).map(({ action }) => action)).toEqual([
		"part",
	]);
});

it("needs of several standards of a bike have a tool for each before parts", () => {
	const needs = [ofChain, need({ action: "turn", dimension: "bolt" })];
	const found = needsOfBike(needs, { chain: "11", bolt: "hex-4" }, vocabulary);
	expect(found.map(({ action, dimension }) => `${action} ${dimension}`)).toEqual([
		"cut chain",
		"turn bolt",
		"part chain",
		"part bolt",
	]);
});

describe("the tool for a need", () => {
	const chosen = (bike: Bike, of: Need, ...tools: ReturnType<typeof tool>[]) =>
		options([of], bike, tools)[0]?.tools[0]?.split(" ")[0];
	const also = { ...cuts("11"), madeFor: false };

	it("is one that is made for it, whatever else it can do", () => {
		const cheap = { ...tool("cheap", also), priceCents: 1 };
		expect(chosen({ chain: "11" }, ofChain, cheap, tool("both", also, cuts("11")))).toBe("both");
	});

	it("is none for a standard of the same name of another part", () => {
		const other = tool("other", { action: "cut", dimension: "bolt", standards: ["11"] });
		expect(chosen({ chain: "11" }, ofChain, other)).toBeUndefined();
	});

	it("suits whatever else the bike has, as far as it was chosen", () => {
		const mount = need({ action: "mount", dimension: "chain" });
		const stand = tool(
			"stand",
			{ action: "mount", dimension: "chain", standards: ["11"] },
			{ action: "mount", dimension: "axle", standards: ["thru"] },
		);
		expect(chosen({ chain: "11" }, mount, stand)).toBe("stand");
		expect(chosen({ chain: "11", axle: "thru" }, mount, stand)).toBe("stand");
		expect(chosen({ chain: "11", axle: "quick" }, mount, stand)).toBeUndefined();
	});
});

describe("what is chosen for the cart", () => {
	const choices = (needs: Need[], bike: Bike, ...tools: ReturnType<typeof tool>[]) =>
		kitChoices(kitOptions(needs, bike, tools, vocabulary)).map(({ tool: { id }, need, isSure }) => [
			id,
			need.for,
			isSure,
		]);
	const optional = { ...ofChain, for: "If you like", optional: true };

	it("is each tool once, at what the job can't do without, and surely if no other may be meant", () => {
		const bike = { chain: "11" };
		expect(choices([optional, ofChain], bike, breaker)).toEqual([
			["breaker", "Open the chain", true],
		]);
		expect(choices([optional], bike, breaker)).toEqual([["breaker", "If you like", false]]);
		expect(choices([ofChain], {}, breaker)).toEqual([["breaker", "Open the chain", false]]);
		expect(choices([ofChain], {}, breaker, single).map(([, , isSure]) => isSure)).toEqual([
			false,
			false,
		]);
		expect(choices([ofChain], bike, { ...breaker, available: false })).toEqual([]);
	});

	it("names what the job can't do without and the shop has no tool for", () => {
		const lacked = (...needs: Need[]) =>
			lackedNeeds(kitOptions(needs, { chain: "11" }, [wrench], vocabulary));
		expect(lacked(ofChain, optional, torque)).toEqual([ofChain]);
		expect(lackedNeeds(kitOptions([ofChain], {}, [], vocabulary, new Set([ofChain])))).toEqual([]);
	});
});

it("likely tools are the only ones for their need, with what decides where some bikes need another", () => {
	const bolt = need({ dimension: "bolt", action: "turn", standards: ["hex-4"] });
	const hex = tool("hex", { action: "turn", dimension: "bolt", standards: ["hex-4"] });
	const likely = (tools: ReturnType<typeof tool>[], ...needs: Need[]) =>
		likelyTools(kitOptions(needs, {}, tools, vocabulary), vocabulary).map(
			({ tool: { id }, decides }) => [id, decides?.isMost],
		);
	const [most, some] = [breaker, single];
	expect(likely([most], ofChain)).toEqual([["breaker", true]]);
	expect(likely([some], ofChain)).toEqual([["single", false]]);
	// Two that share the standards: the rider chooses.
	expect(likely([most, some], ofChain)).toEqual([]);
	// What the bike doesn't decide, though the job takes one of its standards.
	expect(likely([hex, wrench], bolt, torque, { ...ofChain, optional: true })).toEqual([
		["hex", undefined],
		["wrench", undefined],
	]);
	// A job for one standard of the bike's: others may need another tool.
	expect(likely([single], need({ dimension: "chain", standards: ["single"] }))).toEqual([
		["single", false],
	]);
	expect(likely([{ ...wrench, available: false }], torque)).toEqual([]);
});
