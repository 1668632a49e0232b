/** What astro/client and vite/client declare. They also bring the globals of a page, so the Worker's files have this. */

declare module "astro:middleware" {
	export * from "astro/virtual-modules/middleware.js";
}

declare module "astro:content" {
	interface Entry<Data> {
		id: string;
		data: Data;
		body?: string;
	}
	export function getCollection(
		name: "sources",
	): Promise<Entry<import("../shop/fit/standards.ts").Source>[]>;
	export function getCollection(
		name: "standards",
	): Promise<Entry<import("../shop/fit/standards.ts").Dimension>[]>;
	export function getCollection(
		name: "bikes",
	): Promise<Entry<{ rules: import("../shop/fit/likely-bike.ts").BikeRule[] }>[]>;
	export function getCollection(
		name: "search",
	): Promise<Entry<import("../shop/search/synonyms.ts").Synonyms>[]>;
	export function getCollection(
		name: "legal",
	): Promise<Entry<{ title: string; published: Date | false }>[]>;
	export function getCollection(
		name: "articles",
		filter: (entry: Entry<{ demo: boolean }>) => boolean,
	): Promise<Entry<{ published: Date }>[]>;
	export function getCollection(
		name: "symptoms",
	): Promise<Entry<{ title: string; phrases: string[] }>[]>;
	export function getCollection(name: "jobs"): Promise<Entry<import("../shop/jobs/jobs.ts").Job>[]>;
}

declare module "*?raw" {
	const text: string;
	export default text;
}

interface ImportMeta {
	glob<Module>(
		pattern: string,
		options: { query: string; import: string; eager: true },
	): Record<string, Module>;
	glob<Module>(
		pattern: string,
		options: { query: string; import: string },
	): Record<string, () => Promise<Module>>;
}
