/** A job as data for others: `/jobs/{slug}.json`. */
import type { Sources } from "../fit/standards.ts";
import type { Job } from "./jobs.ts";

/** A job with the text below its head. */
export interface JobEntry {
	id: string;
	data: Job;
	body?: string;
}

const licence = {
	name: "CC BY 4.0",
	url: "https://creativecommons.org/licenses/by/4.0/",
} as const;

/** Returns a job with its steps and with its sources written out. */
export function toJobData({ id, data, body }: JobEntry, sources: Sources, publisher: string) {
	const { order: _, picture: __, kit: ___, sources: sourceIds, torques, ...job } = data;
	const written = (ids: readonly string[]) =>
		ids.flatMap((sourceId) => (sources[sourceId] ? [sources[sourceId]] : []));
	return {
		licence,
		attribution: publisher,
		id,
		...job,
		steps: stepsOf(body),
		torques: torques.map((torque) => ({ ...torque, sources: written(torque.sources) })),
		sources: written(sourceIds),
	};
}

/** Returns the items of the numbered list, without their pictures. */
export function stepsOf(body = ""): string[] {
	return [...body.matchAll(/^\d+\. (.+)$/gm)].map(([, step = ""]) =>
		step.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "").trim(),
	);
}
