/** The figures as Markdown tables, for the terminal and docs/performance.md. */
import type { Cost } from "./api-client.ts";
import { bytesOf } from "./inspector.ts";
import type { Scores } from "./lighthouse.ts";
import type { MemoryFigures } from "./memory.ts";
import type { PageFigures, PageTimes } from "./pages.ts";
import type { TapTimes } from "./tap.ts";

/** One shop's figures. What does not depend on how much it holds is measured in the first one only. */
export interface ShopFigures {
	tools: number;
	pages: Record<string, Omit<PageFigures, "loaded"> & Partial<Pick<PageFigures, "loaded">>>;
	calls: Record<string, Cost>;
	times: Record<string, PageTimes>;
}

export interface Figures {
	measuredAt: string;
	shops: ShopFigures[];
	lighthouse: Record<string, Scores>;
	memory?: MemoryFigures;
	/** The times of a tap on each link, by the link's address. */
	taps?: Record<string, TapTimes>;
	/** Milliseconds of a request by its kind. */
	cpu?: Record<string, number>;
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
const formatCost = ({ trips, read, written }: Cost) =>
	`${trips} / ${read}${written > 0 ? ` / ${written}` : ""}`;

/** A Markdown table with aligned columns. */
function table(head: string[], rows: string[][]): string {
	const widths = head.map((title, n) =>
		Math.max(title.length, ...rows.map((row) => (row[n] ?? "").length)),
	);
	const line = (cells: string[]) =>
		`| ${widths.map((width, n) => (cells[n] ?? "").padEnd(width)).join(" | ")} |`;
	return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function loads({ pages }: ShopFigures): string {
	return table(
		[
			"page",
			"requests",
			"HTML",
			"CSS",
			"JS",
			"font",
			"images",
			"data",
			"third-party",
			"shift 390 / 1440",
			"key, ms",
		],
		Object.entries(pages).flatMap(([path, { loaded }]) => {
			if (!loaded) return [];
			const { html, css, js, font, image, data, thirdParty } = loaded.bytes;
			return [
				[
					path,
					String(loaded.requests),
					...[html, css, js, font, image, data, thirdParty].map(kilobytes),
					`${loaded.shift.phone} / ${loaded.shift.desktop}`,
					String(loaded.keyMs ?? ""),
				],
			];
		}),
	);
}

function islands({ pages }: ShopFigures): string {
	const sizes = new Map<string, number>();
	for (const { loaded } of Object.values(pages)) {
		for (const [name, size] of Object.entries(loaded?.islands ?? {})) sizes.set(name, size);
	}
	return table(
		["island", "KB with all it imports but React"],
		[...sizes].toSorted(([, a], [, b]) => b - a).map(([name, size]) => [name, kilobytes(size)]),
	);
}

/** The D1 cost of pages and calls, one column a shop. */
function d1(shops: ShopFigures[]): string {
	const names = shops.map(({ tools }) => `${tools.toLocaleString("en")} tools`);
	const pages = Object.keys(shops[0]?.pages ?? {}).map((path) => [
		`${path}, miss`,
		...shops.map(({ pages }) => (pages[path] ? formatCost(pages[path].miss) : "")),
	]);
	const hits = Object.entries(shops[0]?.pages ?? {}).flatMap(([path, { hit }]) =>
		hit
			? [
					[
						`${path}, hit`,
						...shops.map(({ pages }) => (pages[path]?.hit ? formatCost(pages[path].hit) : "")),
					],
				]
			: [],
	);
	const calls = Object.keys(shops[0]?.calls ?? {}).map((name) => [
		name,
		...shops.map(({ calls }) => (calls[name] ? formatCost(calls[name]) : "")),
	]);
	return table(["trips / rows read / rows written", ...names], [...pages, ...hits, ...calls]);
}

function times({ times }: ShopFigures): string {
	const rows = Object.entries(times).flatMap(([path, byConnections]) =>
		Object.entries(byConnections).map(([concurrency, { hit, miss }]) => [
			path,
			concurrency,
			`${(miss.p50 / hit.p50).toFixed(1)} x`,
			`${hit.p50} / ${hit.p99}`,
			`${miss.p50} / ${miss.p99}`,
		]),
	);
	return table(
		["page", "concurrency", "miss : hit", "hit p50 / p99 ms", "miss p50 / p99 ms"],
		rows,
	);
}

function lighthouse({ lighthouse }: Figures): string {
	return table(
		[
			"page",
			"performance",
			"accessibility",
			"best practices",
			"SEO",
			"first paint s",
			"largest paint s",
			"wait + load delay + load + render delay, ms",
			"failed audits",
		],
		Object.entries(lighthouse).map(([path, scores]) => [
			path,
			...[scores.performance, scores.accessibility, scores["best-practices"], scores.seo].map(
				String,
			),
			...[scores.firstPaint, scores.largestPaint].map((ms) => (ms / 1000).toFixed(2)),
			[scores.wait, scores.loadDelay, scores.loadTime, scores.renderDelay]
				.map(Math.round)
				.join(" + "),
			scores.failedAudits.join(", "),
		]),
	);
}

function taps(times: Record<string, TapTimes>): string {
	return table(
		["link", "prerendered", "activation ms", "paint ms"],
		Object.entries(times).map(([link, { activation, paint, prerendered }]) => [
			link,
			prerendered,
			...[activation, paint].map((ms) => ms.toFixed(1)),
		]),
	);
}

function memory({ samples }: MemoryFigures): string {
	const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
	return table(
		["requests", "heap", "buffers", "total"],
		samples.map((sample) => [
			sample.requests.toLocaleString("en"),
			megabytes(sample.heap + sample.embedder),
			megabytes(sample.buffers),
			megabytes(bytesOf(sample)),
		]),
	);
}

/** The tables that were measured, by title. */
function tablesOf(figures: Figures): [title: string, text: string][] {
	const [first] = figures.shops;
	const tables: [title: string, text: string][] = [];
	if (first) {
		tables.push(
			["What pages load (KB of 1024 bytes, brotli 11)", loads(first)],
			["Script of each island", islands(first)],
			["D1: trips, rows read, rows written", d1(figures.shops)],
		);
		if (Object.keys(first.times).length > 0) {
			tables.push(["Times on this machine; only the ratio is comparable", times(first)]);
		}
	}
	if (Object.keys(figures.lighthouse).length > 0) {
		tables.push(["Lighthouse, mobile, median of three", lighthouse(figures)]);
	}
	if (figures.taps) tables.push(["From a tap to the page it opens", taps(figures.taps)]);
	if (figures.cpu) {
		const rows = Object.entries(figures.cpu).map(([kind, ms]) => [kind, ms.toFixed(2)]);
		tables.push(["Processor time of the isolate for a request", table(["route", "ms"], rows)]);
	}
	if (figures.memory) {
		tables.push(["The isolate's heap after garbage collection, MB", memory(figures.memory)]);
	}
	return tables;
}

/** All figures as text. */
export function asText(figures: Figures): string {
	return tablesOf(figures)
		.map(([title, text]) => `\n${title}\n\n${text}\n`)
		.join("");
}

/**
 * Returns `document` with the tables that were measured in place of what stood below "## <title>" up to
 * its table's end. A table whose title the document lacks is left out.
 */
export function withTables(document: string, figures: Figures): string {
	const day = figures.measuredAt.slice(0, 10);
	return tablesOf(figures).reduce((text, [title, measured]) => {
		const heading = `## ${title}\n`;
		const start = text.indexOf(heading);
		if (start === -1) return text;
		const end = text.indexOf("\n\n", text.indexOf("\n|", start));
		return `${text.slice(0, start)}${heading}\nMeasured on ${day}.\n\n${measured}${text.slice(end)}`;
	}, document);
}
