/** Where a tool is found, for the page on which an administrator maintains it. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import { capabilitySchema } from "../../src/shop/fit/capabilities.ts";
import { foundAt, toFitData } from "../../src/shop/jobs/found-at.ts";
import { jobs, vocabulary } from "../setup/content.ts";

const jobEntries = Object.entries(jobs).map(([id, data]) => ({ id, data }));
const fitData = toFitData(vocabulary, jobEntries);
const capabilitiesOf = (tool: string) =>
	v.parse(v.array(capabilitySchema), demoCapabilities[tool] ?? []);
const slugs = (tool: string) => foundAt(capabilitiesOf(tool), fitData).jobs.map(({ slug }) => slug);

it("finds the jobs and the parts of a bike that a tool is for", () => {
	const { standards } = foundAt(capabilitiesOf("chain-whip"), fitData);
	expect(slugs("chain-whip")).toEqual(["replace-cassette"]);
	expect(standards.map(({ dimension }) => dimension)).toEqual(["cassette"]);
	expect(standards[0]?.standards.map(({ id }) => id)).toContain("xd");
	expect(slugs("torque-wrench").length).toBeGreaterThan(5);
	expect(foundAt([], fitData)).toEqual({ jobs: [], standards: [] });
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
