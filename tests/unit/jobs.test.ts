/** The workshop's jobs, the kit of each, and what the demo shop's tools can do. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import bikes from "../../content/bikes.json" with { type: "json" };
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { demoTools } from "../../local/demo/data.ts";
import {
	type Capability,
	type CapabilityInput,
	capabilityErrors,
	capabilitySchema,
} from "../../src/shop/fit/capabilities.ts";
import { type Bike, verdict } from "../../src/shop/fit/fit.ts";
import { jobErrors, type Need } from "../../src/shop/jobs/jobs.ts";
import {
	type KitTool,
	kitCost,
	kitOptions,
	lackedNeeds,
	needsOfBike,
} from "../../src/shop/jobs/kit.ts";
import { jobs, vocabulary } from "../setup/content.ts";

const parse = (inputs: readonly CapabilityInput[]): Capability[] =>
	v.parse(v.array(capabilitySchema), inputs);

/** The demo shop's tools as a kit sees them. */
const demoKitTools: KitTool[] = demoTools.map((tool) => ({
	id: tool.slug,
	priceCents: tool.priceCents,
	available: tool.quantity >= tool.minOrderQuantity,
	capabilities: parse(demoCapabilities[tool.slug] ?? []),
}));

describe("the jobs", () => {
	it("are at least 24, seven of them for bottom brackets", () => {
		const groups = Object.values(jobs).map(({ group }) => group);
		expect(groups.length).toBeGreaterThanOrEqual(24);
		expect(groups.filter((group) => group === "Bottom bracket")).toHaveLength(7);
	});

	it.each(Object.entries(jobs))("%s uses the vocabulary and has short steps", (_, job) => {
		expect(jobErrors(job, vocabulary)).toEqual([]);
		const lines = job.body
			.trim()
			.split("\n")
			// Its picture, below a step: tests/unit/pictures.test.ts.
			.filter((line) => !line.startsWith("   !["));
		expect(lines.length).toBeGreaterThanOrEqual(5);
		for (const [index, line] of lines.entries()) {
			expect(line).toMatch(new RegExp(`^${index + 1}\\. [A-Z"][^<>{}]+[.:]$`));
			expect(line.length).toBeLessThanOrEqual(260);
		}
	});

	it("measure the chain before it is replaced, and name each tool that a shop may lack", () => {
		const first = jobs["replace-chain"]?.needs.find(({ optional }) => !optional);
		expect(first).toMatchObject({ action: "measure", dimension: "chain" });
		const named = (job: string) => jobs[job]?.needs.flatMap(({ tool = [] }) => tool);
		expect(named("replace-freewheel")).toContain("freewheel remover");
		expect(named("replace-headset")).toContain("headset press");
	});

	it("take no tool whose own description says that it is not for them", () => {
		const pump = demoTools.find(({ slug }) => slug === "floor-pump");
		expect(pump?.description).toContain("Not the one for seating tubeless tires.");
		const needs = jobs["tubeless-setup"]?.needs ?? [];
		const options = kitOptions(needs, {}, demoKitTools, vocabulary);
		expect(options.flatMap(({ tools }) => tools.map(({ tool }) => tool.id))).not.toContain(
			"floor-pump",
		);
		expect(lackedNeeds(options).map(({ tool }) => tool)).toEqual(["tubeless pump or compressor"]);
	});

	it("have a torque with its source for the bolt that holds the cable of a brake", () => {
		const [bolt] = jobs["replace-brake-cable"]?.torques ?? [];
		expect(bolt).toMatchObject({ part: "Cable bolt", newtonMetres: [6, 8] });
		expect(bolt?.sources).not.toEqual([]);
	});

	it.each(Object.entries(jobs))("%s has what its tools need beside them", (_, { needs, body }) => {
		const isNeeded = (action: Need["action"], dimension: string, standard?: string) =>
			needs.some(
				(one) =>
					one.action === action &&
					one.dimension === dimension &&
					(!standard || one.standards?.includes(standard)),
			);
		const ofCrank = needs.filter((one) => one.action === "remove" && one.dimension === "crank");
		const hasBolt = ofCrank.some(
			({ standards }) => !standards || standards.includes("square-taper"),
		);
		// A puller pulls only once the bolt is out.
		if (hasBolt) expect(isNeeded("turn", "bolt", "hex-8")).toBe(true);
		const ofFreehub = needs.filter(
			({ action, dimension, standards = ["hg"] }) =>
				action === "remove" && dimension === "cassette" && standards.includes("hg"),
		);
		// The sprockets would turn along with the lockring.
		if (ofFreehub.length > 0) expect(isNeeded("hold", "cassette")).toBe(true);
		const presses = needs.filter(({ action }) => action === "press");
		for (const { tool = "no name" } of presses) expect(body).toContain(`with a ${tool}`);
	});

	it("use every source, or the vocabulary or the rules of a likely bike do", () => {
		const used = new Set([
			...Object.values(jobs).flatMap(({ sources, torques }) => [
				...sources,
				...torques.flatMap((torque) => torque.sources),
			]),
			...bikes.rules.flatMap(({ sources }) => sources),
			...Object.values(vocabulary.dimensions).flatMap(({ standards }) =>
				standards.flatMap((standard) => [
					...standard.sources,
					...Object.values(standard.tools).flatMap((claims) => claims.map(({ source }) => source)),
				]),
			),
		]);
		expect(Object.keys(vocabulary.sources).filter((id) => !used.has(id))).toEqual([]);
	});
});

describe("the kit", () => {
	const tool = (
		id: string,
		priceCents: number,
		capabilities: CapabilityInput[],
		available = true,
	): KitTool => ({ id, priceCents, available, capabilities: parse(capabilities) });
	const need = (input: Partial<Need>): Need => ({
		action: "remove",
		for: "Turn it",
		optional: false,
		...input,
	});
	const breaks: CapabilityInput = { action: "remove", dimension: "chain", standards: ["11"] };
	const ring = (standard: string): CapabilityInput => ({
		action: "remove",
		dimension: "bottom-bracket",
		standards: [standard],
	});
	const chain = need({ dimension: "chain" });
	const stand = tool("stand", 900, [
		{ action: "mount", dimension: "wheel", standards: ["622"] },
		{ action: "mount", dimension: "axle-rear", standards: ["12x142"], except: ["12x157"] },
	]);
	const bolts: CapabilityInput = { action: "turn", dimension: "bolt", standards: ["torx-25"] };
	const sixBolt = need({
		action: "turn",
		dimension: "bolt",
		standards: ["torx-25"],
		onlyFor: { dimension: "rotor", standards: ["six-bolt"] },
	});

	it.each<[string, Need, Bike, KitTool[], state: string, id?: string]>([
		[
			"one that is made for it, though another is cheaper",
			chain,
			{ chain: "11" },
			[tool("multi", 1, [{ ...breaks, madeFor: false }]), tool("breaker", 9, [breaks])],
			"tool",
			"breaker",
		],
		[
			"one that also can, if there is no other",
			chain,
			{ chain: "11" },
			[tool("multi", 1, [{ ...breaks, madeFor: false }])],
			"tool",
			"multi",
		],
		[
			"the cheapest",
			chain,
			{ chain: "11" },
			[tool("dear", 9, [breaks]), tool("cheap", 3, [breaks])],
			"tool",
			"cheap",
		],
		[
			"one in stock, though another is cheaper",
			chain,
			{ chain: "11" },
			[tool("gone", 1, [breaks], false), tool("here", 9, [breaks])],
			"tool",
			"here",
		],
		[
			"one that is sold out, if there is no other",
			chain,
			{ chain: "11" },
			[tool("gone", 1, [breaks], false)],
			"tool",
			"gone",
		],
		["none, for another standard", chain, { chain: "10" }, [tool("a", 1, [breaks])], "missing"],
		["none, in an empty shop", chain, { chain: "11" }, [], "missing"],
		["one of several, where the bike says nothing", chain, {}, [tool("a", 1, [breaks])], "missing"],
		[
			"none, for a group that it fits in part",
			need({ dimension: "bottom-bracket" }),
			{ "bottom-bracket": "bsa" },
			[tool("ring", 1, [ring("bsa-24-44")])],
			"missing",
		],
		[
			"the job's own standard, where the bike says its group",
			need({ dimension: "bottom-bracket", standards: ["bsa-24-44"] }),
			{ "bottom-bracket": "bsa" },
			[tool("ring", 1, [ring("bsa-24-44")])],
			"tool",
			"ring",
		],
		[
			"the job's own standard, where the bike says nothing",
			need({ dimension: "bottom-bracket", standards: ["bsa-24-44"] }),
			{},
			[tool("small", 1, [ring("bsa-24-39")]), tool("ring", 2, [ring("bsa-24-44")])],
			"tool",
			"ring",
		],
		[
			"nothing, where the bike has another standard than the job",
			need({ dimension: "bottom-bracket", standards: ["bsa-24-44"] }),
			{ "bottom-bracket": "press-fit-41" },
			[tool("ring", 1, [ring("bsa-24-44")])],
			"not-needed",
		],
		["a bolt's key", sixBolt, { rotor: "six-bolt" }, [tool("key", 1, [bolts])], "tool", "key"],
		[
			"no bolt's key, for a ring",
			sixBolt,
			{ rotor: "centerlock" },
			[tool("key", 1, [bolts])],
			"not-needed",
		],
		[
			"a bolt's key, where the bike says nothing",
			sixBolt,
			{},
			[tool("key", 1, [bolts])],
			"tool",
			"key",
		],
		[
			"a wrench that reaches the torque",
			need({ action: "torque", from: 35, to: 50 }),
			{},
			[
				tool("small", 1, [{ action: "torque", from: 2, to: 25 }]),
				tool("large", 9, [{ action: "torque", from: 10, to: 60 }]),
			],
			"tool",
			"large",
		],
		[
			"no wrench that ends below the torque",
			need({ action: "torque", from: 35, to: 50 }),
			{},
			[tool("small", 1, [{ action: "torque", from: 2, to: 25 }])],
			"missing",
		],
		[
			"a stand for wheel and axle",
			need({ action: "mount", dimension: "wheel" }),
			{ wheel: "622", "axle-rear": "12x142" },
			[stand],
			"tool",
			"stand",
		],
		[
			"no stand that does not take the axle",
			need({ action: "mount", dimension: "wheel" }),
			{ wheel: "622", "axle-rear": "12x157" },
			[stand],
			"missing",
		],
	])("has %s", (_, oneNeed, bike, tools, state, id) => {
		const [line] = kitOptions([oneNeed], bike, tools, vocabulary);
		const isMissing = line && (line.none || line.missing.length > 0);
		expect(line ? (isMissing ? "missing" : "tool") : "not-needed").toBe(state);
		if (id) expect(line?.tools.map((option) => option.tool.id)).toEqual([id]);
	});

	it.each<[string, Need[], Bike, KitTool[], { cents: number; atLeast: boolean } | undefined]>([
		[
			"all that a job can't do without, each once",
			[chain, chain, need({ action: "torque", from: 2, to: 4, optional: true })],
			{ chain: "11" },
			[tool("a", 7, [breaks]), tool("wrench", 90, [{ action: "torque", from: 1, to: 9 }])],
			{ cents: 7, atLeast: false },
		],
		[
			"at least the cheapest, where the bike says nothing",
			[need({ dimension: "bottom-bracket", standards: ["bsa-24-44", "bsa-24-39"] })],
			{},
			[tool("dear", 9, [ring("bsa-24-39")]), tool("cheap", 4, [ring("bsa-24-44")])],
			{ cents: 4, atLeast: true },
		],
		[
			"at least what the shop has",
			[chain, need({ dimension: "bottom-bracket" })],
			{ chain: "11", "bottom-bracket": "bsa-24-44" },
			[tool("a", 7, [breaks])],
			{ cents: 7, atLeast: true },
		],
		["nothing that one can say, without a tool", [chain], { chain: "11" }, [], undefined],
	])("costs %s", (_, needs, bike, tools, cost) => {
		const options = kitOptions(needs, bike, tools, vocabulary);
		expect(kitCost(options, ({ priceCents }) => priceCents)).toEqual(cost);
	});

	it("of every job names a tool of the demo shop that fits, or says that there is none", () => {
		const lines = Object.values(jobs).flatMap(({ needs }) =>
			kitOptions(needs, roadBike, demoKitTools, vocabulary),
		);
		expect(lines.filter(({ left }) => left)).toEqual([]);
		expect(lines.filter(({ tools }) => tools.length > 0).length).toBeGreaterThan(40);
		expect(lines.filter(({ tools }) => tools.length === 0).length).toBeGreaterThan(5);
	});
});

describe("what a bike needs", () => {
	const allNeeds = Object.values(jobs).flatMap(({ needs }) => needs);
	const chosen = Object.entries(vocabulary.dimensions)
		.filter(([, { ofTheBike, unit }]) => ofTheBike && unit === undefined)
		.flatMap(([id, { standards }]) =>
			standards.map((standard): [string, string] => [id, standard.id]),
		);

	it.each(chosen)("names %s %s alone, and loses no tool by that", (dimension, standard) => {
		const bike = { [dimension]: standard };
		const needs = needsOfBike(allNeeds, bike, vocabulary);
		for (const one of needs) expect(one).toMatchObject({ dimension, standards: [standard] });
		const toolsFor = (some: readonly Need[]) =>
			kitOptions(some, bike, demoKitTools, vocabulary).map(({ need, tools, missing }) => ({
				action: need.action,
				tools,
				missing,
			}));
		for (const { none, left } of kitOptions(needs, bike, demoKitTools, vocabulary))
			expect([none, left]).toEqual([false, false]);
		const withoutStandards = needs.map(({ standards: _, ...one }) => one);
		expect(toolsFor(needs)).toEqual(toolsFor(withoutStandards));
	});
});

const roadBike: Bike = {
	"bottom-bracket": "bsa-24-44",
	crank: "pinch-bolts",
	cassette: "hg-road-11",
	chain: "11",
	pedal: "flats-15-hex-8",
	brake: "mineral-shimano",
	rotor: "centerlock-external",
	wheel: "622",
	headset: "integrated",
	"axle-front": "12x100",
	"axle-rear": "12x142",
	hub: "cone-15",
	valve: "presta",
	tire: "tube",
	"tire-width": 28,
	"spoke-nipple": "square-323",
};

const mountainBike: Bike = {
	...roadBike,
	"bottom-bracket": "bsa-dub",
	crank: "self-extracting-8",
	cassette: "xd",
	chain: "12-eagle",
	pedal: "hex-8",
	brake: "dot-sram",
	rotor: "six-bolt",
	headset: "zero-stack",
	"axle-front": "15x110",
	"axle-rear": "12x148",
	hub: "cartridge",
	tire: "tubeless",
	"tire-width": 60,
};

const cityBike: Bike = {
	...roadBike,
	"bottom-bracket": "bsa-cartridge",
	crank: "square-taper",
	cassette: "hg-8-10",
	chain: "5-8",
	pedal: "flats-15",
	brake: "rim-arms",
	rotor: "six-bolt",
	headset: "threaded-1-1-8",
	"axle-front": "qr-100",
	"axle-rear": "qr-135",
	valve: "schrader",
	"tire-width": 40,
	"spoke-nipple": "square-345",
};

describe("the demo shop's tools", () => {
	it.each(demoTools)("$slug has capabilities of the vocabulary", ({ slug }) => {
		const capabilities = demoCapabilities[slug];
		expect(capabilities).toBeDefined();
		expect(capabilityErrors(parse(capabilities ?? []), vocabulary)).toEqual([]);
	});

	it("have no capabilities of other tools", () => {
		const slugs = demoTools.map(({ slug }) => slug);
		expect(Object.keys(demoCapabilities).filter((slug) => !slugs.includes(slug))).toEqual([]);
	});

	/** Tools whose verdict is not known, or that do not fit, for a bike that was chosen in full. */
	const named = (bike: Bike, outcome: string) =>
		demoTools
			.map(({ slug }) => slug)
			.filter(
				(slug) =>
					verdict(parse(demoCapabilities[slug] ?? []), bike, vocabulary).outcome === outcome,
			);

	it.each<[string, Bike, notKnown: string[], doNotFit: string[]]>([
		["a road bike", roadBike, ["brake-pads"], ["headset-press"]],
		[
			"a mountain bike",
			mountainBike,
			["bottom-bracket-tool", "brake-pads"],
			["cone-wrench-set", "pedal-wrench", "chain", "cassette", "inner-tube", "patch-kit"],
		],
		[
			"a city bike",
			cityBike,
			[],
			["bottom-bracket-tool", "chain", "cassette", "brake-pads", "inner-tube"],
		],
	])("for %s: what is not known, and what does not fit", (_, bike, notKnown, doNotFit) => {
		expect(named(bike, "not-known")).toEqual(notKnown);
		expect(named(bike, "does-not-fit")).toEqual(doNotFit);
	});

	it("are not known for at most 5 in 100 pairs of a tool and a bike", () => {
		const bikes = [roadBike, mountainBike, cityBike];
		const notKnown = bikes.flatMap((bike) => named(bike, "not-known"));
		expect(notKnown.length / (bikes.length * demoTools.length)).toBeLessThanOrEqual(0.05);
	});
});
