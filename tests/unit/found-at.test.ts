/** Where a tool is found, for the page on which an administrator maintains it. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { capabilitySchema } from "../../src/shop/fit/capabilities.ts";
import type { Dimension } from "../../src/shop/fit/standards.ts";
import { foundAt, toFitData } from "../../src/shop/jobs/found-at.ts";
import type { Job } from "../../src/shop/jobs/jobs.ts";
import { jobs, vocabulary } from "../setup/content.ts";

const jobEntries = Object.entries(jobs).map(([id, data]) => ({ id, data }));
const fitData = toFitData(vocabulary, jobEntries);
const capabilitiesOf = (tool: string) =>
	v.parse(v.array(capabilitySchema), demoCapabilities[tool] ?? []);
const slugs = (tool: string) => foundAt(capabilitiesOf(tool), fitData).jobs.map(({ slug }) => slug);

it("finds the jobs and the parts of a bike that a tool is for", () => {
	const { standards } = foundAt(capabilitiesOf("chain-whip"), fitData);
	expect(slugs("chain-whip")).toEqual(["replace-cassette", "replace-spoke"]);
	expect(standards.map(({ dimension }) => dimension)).toEqual(["cassette"]);
	expect(standards[0]?.standards.map(({ id }) => id)).toContain("xd");
	expect(slugs("torque-wrench").length).toBeGreaterThan(5);
	expect(foundAt([], fitData)).toEqual({ jobs: [], standards: [] });
});

describe("on a small vocabulary", () => {
	const dimension = (ofTheBike: boolean, ...ids: string[]) =>
		({
			name: "Part",
			question: "Which?",
			help: "Look.",
			ofTheBike,
			shapes: { spline: "S" },
			standards: ids.map((id) => ({
				id,
				name: id,
				alsoKnownAs: ["Old name"],
				recognise: "By its shape",
				sources: ["x"],
				tools: { remove: [{ shape: id, fits: true, source: "maker" }] },
			})),
		}) as unknown as Dimension;
	const small = {
		dimensions: {
			cassette: dimension(true, "hg", "xd"),
			chain: dimension(true, "11"),
			bolt: dimension(false, "torx"),
		},
		sources: {},
	};
	const need = { action: "remove", for: "Take it off", optional: false } as const;
	const data = {
		title: "Replace",
		needs: [
			{ ...need, dimension: "cassette" },
			{ ...need, dimension: "chain" },
			{ ...need, dimension: "bolt", standards: ["torx"] },
		],
	} as unknown as Job;
	const shortened = toFitData(small, [{ id: "replace", data }]);

	it("has no texts and no sources", () => {
		expect(shortened.jobs).toEqual([
			{ slug: "replace", title: "Replace", needs: data.needs.map((one) => ({ ...one, for: "" })) },
		]);
		expect(shortened.vocabulary.sources).toEqual({});
		expect(shortened.vocabulary.dimensions.chain).toMatchObject({
			name: "Part",
			question: "",
			help: "",
			shapes: {},
			ofTheBike: true,
			standards: [
				{
					id: "11",
					name: "11",
					alsoKnownAs: [],
					recognise: "",
					sources: [],
					tools: { remove: [{ shape: "11", fits: true, source: "" }] },
				},
			],
		});
	});

	it("finds each standard of the bike that a tool is for, and no bolt", () => {
		const removes = (dimensionId: string, ...standards: string[]) =>
			v.parse(capabilitySchema, { action: "remove", dimension: dimensionId, standards });
		const { jobs: found, standards } = foundAt(
			[removes("cassette", "xd"), removes("chain", "11"), removes("bolt", "torx")],
			shortened,
		);
		expect(found.map(({ slug }) => slug)).toEqual(["replace"]);
		expect(
			standards.map((one) => [one.dimension, one.name, ...one.standards.map(({ id }) => id)]),
		).toEqual([
			["cassette", "Part", "xd"],
			["chain", "Part", "11"],
		]);
		const other = v.parse(capabilitySchema, {
			action: "hold",
			dimension: "chain",
			standards: ["11"],
		});
		expect(foundAt([other], shortened)).toEqual({ jobs: [], standards: [] });
	});
});

it("finds the same by the shortened data as by all of it", () => {
	const whole = {
		vocabulary,
		jobs: jobEntries.map(({ id, data }) => ({ slug: id, title: data.title, needs: data.needs })),
	};
	const ids = ({ jobs: found, standards }: ReturnType<typeof foundAt>) => [
		found.map(({ slug }) => slug),
		standards.flatMap((one) => one.standards.map(({ id }) => `${one.dimension}:${id}`)),
	];
	for (const tool of Object.keys(demoCapabilities)) {
		const capabilities = capabilitiesOf(tool);
		expect(ids(foundAt(capabilities, fitData)), tool).toEqual(ids(foundAt(capabilities, whole)));
	}
	expect(JSON.stringify(fitData).length).toBeLessThan(60_000);
});
