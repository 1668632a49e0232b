/** A job as data, under CC BY 4.0. */
import { getCollection } from "astro:content";
import type { APIRoute, GetStaticPaths } from "astro";
import { name as shopName } from "../../config/config.ts";
import { type JobEntry, toJobData } from "../../shop/jobs/job-data.ts";

export const prerender = true;

export const getStaticPaths = (async () => {
	const jobs = await getCollection("jobs");
	return jobs.map((entry) => ({ params: { slug: entry.id }, props: { entry } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: JobEntry }> = async ({ props }) => {
	const sources = await getCollection("sources");
	const data = toJobData(
		props.entry,
		Object.fromEntries(sources.map(({ id, data }) => [id, data])),
		shopName,
	);
	return new Response(JSON.stringify(data), {
		headers: { "Content-Type": "application/json; charset=utf-8" },
	});
};
