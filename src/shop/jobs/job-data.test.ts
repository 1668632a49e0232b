import { expect, it } from "vitest";
import type { Source } from "../fit/standards.ts";
import { stepsOf, toJobData } from "./job-data.ts";
import type { Job } from "./jobs.ts";

const manual: Source = {
	name: "Manual",
	address: "https://maker.example/manual",
	checked: "2026-11-22",
	read: "document",
};

const job: Job = {
	title: "Change the chain",
	summary: "A worn chain",
	group: "Drivetrain",
	order: 3,
	minutes: 20,
	difficulty: "easy",
	dependsOn: ["chain"],
	symptoms: ["chain skips"],
	supplies: ["Chain"],
	needs: [{ action: "remove", dimension: "chain", for: "Open the old chain", optional: false }],
	torques: [{ part: "Bolt", newtonMetres: [4, 6], sources: ["manual", "lost"] }],
	watchFor: ["The length"],
	troubles: [{ sign: "It skips", remedy: "A new cassette" }],
	picture: { src: "/chain.svg", width: 640, height: 480 },
	sources: ["lost", "manual"],
};

it("has the licence, the steps, and sources written out, without the place in the list and pictures", () => {
	const body =
		"Before.\n\n1. Open it.\n   ![A link](./a.svg)\n2. Pull it out. ![A chain](./b.svg)\n\nAfter 3. nothing.\n10. Close it.";
	const { order: _, picture: __, ...rest } = job;
	expect(toJobData({ id: "chain", data: job, body }, { manual }, "Shop")).toEqual({
		licence: { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
		attribution: "Shop",
		id: "chain",
		...rest,
		steps: ["Open it.", "Pull it out.", "Close it."],
		torques: [{ part: "Bolt", newtonMetres: [4, 6], sources: [manual] }],
		sources: [manual],
	});
});

it("has no steps without a text", () => {
	expect(stepsOf()).toEqual([]);
	expect(stepsOf("1.No step\n 2. nor this")).toEqual([]);
});
