/** What the page of a demo tool says: what it fits, its jobs, and what goes with it. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { type Capability, capabilitySchema } from "../../src/shop/fit/capabilities.ts";
import { toolFit } from "../../src/shop/fit/tool-fit.ts";
import { companionsOf, jobsOfTool } from "../../src/shop/jobs/tool-jobs.ts";
import { jobs, vocabulary } from "../setup/content.ts";

const entries = Object.entries(jobs).map(([id, data]) => ({ id, data }));
const capabilitiesOf = (slug: string): Capability[] =>
	v.parse(v.array(capabilitySchema), demoCapabilities[slug] ?? []);
const jobIds = (slug: string) =>
	jobsOfTool(capabilitiesOf(slug), entries, vocabulary).map(({ id }) => id);

describe("what a tool fits", () => {
	const fits = (slug: string) => toolFit(capabilitiesOf(slug), vocabulary);

	it("has the standards of its maker, and those of the same shape with their source", () => {
		const [remove] = fits("cassette-lockring-tool");
		expect(remove).toMatchObject({ actions: ["remove"], dimensionId: "cassette", madeFor: true });
		expect(remove?.lines[0]).toMatchObject({ outcome: "fits" });
		expect(remove?.lines[0]?.standards).toContain("SRAM XD");
		const reason = remove?.reasons.find(({ text }) => text.startsWith("SRAM XD "));
		expect(reason).toMatchObject({ outcome: "fits", sources: [expect.any(String)] });
	});

	it("names actions together that fit the same", () => {
		expect(fits("pedal-wrench").map(({ actions }) => actions)).toEqual([["remove", "install"]]);
	});

	it("has what it is not made for last, and no bolts that it does not fit", () => {
		const [bolts, ...others] = fits("hex-key-set");
		expect(bolts?.lines.map(({ outcome }) => outcome)).toEqual(["fits"]);
		expect(others.every(({ madeFor }) => !madeFor)).toBe(true);
	});

	it("is of a part what its maker says, and nothing else", () => {
		expect(fits("chain")).toMatchObject([
			{ noOther: true, lines: [{ outcome: "fits", standards: ["11-speed"] }], reasons: [] },
		]);
	});

	it("says where several must fit together", () => {
		expect(fits("truing-stand").every(({ together }) => together)).toBe(true);
	});
});

describe("the jobs of a tool", () => {
	it.each([
		["chain-whip", ["replace-cassette", "replace-spoke"]],
		["bottom-bracket-tool", ["bottom-bracket-outboard-44"]],
		["chain", ["replace-chain"]],
		["multi-tool", []],
	])("%s: %j", (slug, expected) => {
		expect(jobIds(slug)).toEqual(expected);
	});

	it("are those first that need it", () => {
		expect(jobIds("cassette-lockring-tool").slice(0, 2)).toEqual([
			"replace-cassette",
			"replace-rotor",
		]);
	});
});

describe("what goes with a tool", () => {
	const companions = companionsOf(entries, vocabulary);
	const of = (action: string, dimension: string) =>
		companions.filter((one) => one.of[0] === action && one.of[1] === dimension);

	it("holds a cassette beside what removes it, and the other way round", () => {
		expect(of("remove", "cassette")).toContainEqual(
			expect.objectContaining({ action: "hold", dimension: "cassette" }),
		);
		expect(of("hold", "cassette")[0]).toMatchObject({ action: "remove", dimension: "cassette" });
	});

	it("is for the standards of the job alone", () => {
		const bolts = of("remove", "rotor").filter(({ dimension }) => dimension === "bolt");
		// Only a rotor with six bolts has bolts.
		expect(bolts.flatMap((one) => one.of[2])).not.toContain("centerlock-internal");
	});

	it("is a torque wrench where something is tightened, and nothing to measure with", () => {
		const torques = companions.filter(({ action }) => action === "torque");
		expect(torques.length).toBeGreaterThan(0);
		expect(torques.every(({ from, to }) => from !== null && to !== null)).toBe(true);
		const ofAnyBike = companions.filter(({ dimension }) => !dimension);
		expect(ofAnyBike.map(({ action }) => action)).not.toContain("measure");
	});

	it("is nothing for a hex key, which goes with everything", () => {
		expect(companions.filter((one) => one.of[1] === "bolt")).toEqual([]);
	});
});
