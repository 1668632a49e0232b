/**
 * `npm run bench`: starts a shop on the built Worker, measures it, prints tables and writes
 * bench/results.json. Options after `--`:
 * --scale                      also measures 100,000 tools, 1,000,000 reviews and 1,000,000 orders
 * --scale=small                also measures a tenth of that
 * --no-lighthouse, --no-times  skips the slowest parts
 * --docs                       also writes the tables to docs/performance.md
 * --only-lighthouse            runs only Lighthouse
 * --only-lighthouse=/,/tools   runs only Lighthouse, on these pages
 * --https                      with --only-lighthouse: over HTTPS and HTTP/2
 * --throttling=devtools        with --only-lighthouse: slowed down by Chromium, not simulated
 * --tap                        measures only taps on links whose pages are prerendered
 * --cpu                        measures only the processor time of the Worker's isolate for a request
 * --memory                     measures only the Worker's heap after 100,000 requests
 * --jobs, --jobs=1000          measures only the scheduled job with 10,000 (or 1,000) of each kind
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoTools } from "../local/demo/data.ts";
import { root } from "../local/settings.ts";
import { signIn } from "./api-client.ts";
import { type BenchShop, openBenchShop, type SizeName, sizes } from "./bench-shop.ts";
import { createWriters, measureCalls, placeLine } from "./calls.ts";
import { measureCpu } from "./cpu.ts";
import { openHttpsFront } from "./https-front.ts";
import { jobsOverBar, measureJobs } from "./jobs.ts";
import { lighthouse, runsPerPage, type Scores, type Throttling } from "./lighthouse.ts";
import { budgetError, type MemoryFigures, measureMemory } from "./memory.ts";
import { openBrowser } from "./page-load.ts";
import { costOfPage, loadPage, pagesOf, timePage } from "./pages.ts";
import { progress } from "./progress.ts";
import { asText, type Figures, type ShopFigures, withTables } from "./report.ts";
import { measureTaps, type TapTimes } from "./tap.ts";

interface BenchParts {
	loads: boolean;
	times: boolean;
	lighthouse: boolean;
}

/** The orders of the longest page of /dashboard/orders, in which keys are measured. */
const longList = 25;

/** Signs in a user of each role and collects the pages and writes to measure. */
async function openSessions(shop: BenchShop) {
	const [admin, rider] = [await signIn(shop, "admin"), await signIn(shop, "user")];
	const write = await createWriters(shop, admin, rider);
	await write.tools();
	const { line } = await placeLine(shop, rider);
	for (let n = 1; n < longList; n += 1) await placeLine(shop, rider);
	return {
		admin,
		rider,
		write,
		users: { visitor: undefined, customer: rider, admin },
		pages: pagesOf(line._id),
		/** The name of a path in the tables: the payment page's path has a new id in each run. */
		nameOf: (path: string) => path.replace(line._id, "{id}"),
	};
}

type BenchSessions = Awaited<ReturnType<typeof openSessions>>;

/** Adds the Lighthouse scores of all scored pages at `url` to `scores`, or only of the ones with these `paths`. */
async function scorePages(
	url: string,
	{ pages, users, nameOf }: BenchSessions,
	scores: Record<string, Scores>,
	paths?: string[],
	throttling: Throttling = "simulate",
): Promise<void> {
	const scoredPages = pages.filter(({ path, scored }) => scored && (paths?.includes(path) ?? true));
	const bar = progress("Lighthouse", scoredPages.length * runsPerPage);
	for (const { path, role } of scoredPages) {
		const target = { url: url + path, cookie: users[role]?.cookie, throttling };
		scores[nameOf(path)] = await lighthouse(target, bar);
	}
	bar.finish();
}

async function measureLighthouseOnly(
	scores: Record<string, Scores>,
	paths: string[] | undefined,
	https: boolean,
	throttling: Throttling,
): Promise<void> {
	const shop = await openBenchShop("demo");
	const front = https ? await openHttpsFront(shop.url) : undefined;
	try {
		const url = front?.url ?? shop.url;
		await scorePages(url, await openSessions(shop), scores, paths, throttling);
	} finally {
		front?.close();
		await shop.close();
	}
}

async function measureTapsOnly(): Promise<Record<string, TapTimes>> {
	const shop = await openBenchShop("demo");
	try {
		return await measureTaps(shop.url);
	} finally {
		await shop.close();
	}
}

async function measureCpuOnly(): Promise<Record<string, number>> {
	// Each logged line is sent to the inspector too, which takes longer than some requests.
	process.env.LOG_SAMPLE ??= "0";
	const shop = await openBenchShop("demo");
	try {
		return await measureCpu(shop);
	} finally {
		await shop.close();
	}
}

async function measureMemoryOnly(): Promise<MemoryFigures> {
	// All requests come from one address, so the sign-in limit must not apply.
	process.env.SIGN_IN_TRIES ??= "100000";
	const shop = await openBenchShop("demo");
	try {
		return await measureMemory(shop);
	} finally {
		await shop.close();
	}
}

async function measureShop(name: SizeName, parts: BenchParts, scores: Record<string, Scores>) {
	const shop = await openBenchShop(name);
	try {
		const sessions = await openSessions(shop);
		const { admin, rider, users, pages, nameOf, write } = sessions;
		const figures: ShopFigures = {
			tools: sizes[name]?.tools ?? demoTools.length,
			pages: {},
			calls: await measureCalls(shop, admin, rider),
			times: {},
		};
		const costBar = progress("D1 by page", pages.length);
		for (const page of pages) {
			figures.pages[nameOf(page.path)] = await costOfPage(shop, page, users[page.role], write);
			costBar(1);
		}
		costBar.finish();
		if (parts.loads) {
			const browser = await openBrowser();
			const loadBar = progress("pages in a browser", pages.length);
			for (const page of pages) {
				const figure = figures.pages[nameOf(page.path)];
				if (figure) figure.loaded = await loadPage(browser, shop, page, users[page.role]);
				loadBar(1);
			}
			loadBar.finish();
			await browser.close();
		}
		if (parts.times) {
			const timesBar = progress("times", pages.length);
			for (const page of pages) {
				const times = await timePage(shop, page, write);
				if (times) figures.times[page.path] = times;
				timesBar(1);
			}
			timesBar.finish();
		}
		if (parts.lighthouse) await scorePages(shop.url, sessions, scores);
		return figures;
	} finally {
		await shop.close();
	}
}

/** The defaults of options that may be given without a value. */
const optionDefaults: Record<string, string> = {
	"--scale": "--scale=full",
	"--jobs": "--jobs=10000",
	"--only-lighthouse": "--only-lighthouse=",
};

/** Parses the options. Throws an Error with a readable message for invalid ones. */
function readArguments(args: string[]) {
	const { values } = parseArgs({
		args: args.map((argument) => optionDefaults[argument] ?? argument),
		options: {
			scale: { type: "string" },
			"no-lighthouse": { type: "boolean", default: false },
			"no-times": { type: "boolean", default: false },
			"only-lighthouse": { type: "string" },
			docs: { type: "boolean", default: false },
			https: { type: "boolean", default: false },
			throttling: { type: "string", default: "simulate" },
			memory: { type: "boolean", default: false },
			tap: { type: "boolean", default: false },
			cpu: { type: "boolean", default: false },
			jobs: { type: "string" },
		},
	});
	const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
	if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0)) {
		throw new Error(`--jobs takes a number above 0, not ${values.jobs}.`);
	}
	const { scale, memory, tap, cpu } = values;
	const lighthousePaths = values["only-lighthouse"]?.split(",").filter(Boolean);
	const lighthouseOnly = lighthousePaths !== undefined;
	const only = [lighthouseOnly, memory, tap, cpu].filter(Boolean).length;
	const others = [scale, values["no-lighthouse"], values["no-times"], only > 1];
	if (only > 0 && others.some(Boolean)) {
		throw new Error(
			"--only-lighthouse, --memory, --tap and --cpu can't be combined with other options.",
		);
	}
	if (scale !== undefined && scale !== "full" && scale !== "small") {
		throw new Error(`--scale takes full or small, not ${scale}.`);
	}
	if (values.https && !lighthouseOnly) throw new Error("--https needs --only-lighthouse.");
	const { throttling } = values;
	if (throttling !== "simulate" && throttling !== "devtools") {
		throw new Error(`--throttling takes simulate or devtools, not ${throttling}.`);
	}
	if (throttling === "devtools" && !lighthouseOnly)
		throw new Error("--throttling needs --only-lighthouse.");
	return {
		throttling,
		lighthouseOnly,
		docs: values.docs,
		https: values.https,
		lighthousePaths: lighthousePaths?.length ? lighthousePaths : undefined,
		memory,
		tap,
		cpu,
		scale,
		jobs,
		lighthouse: !values["no-lighthouse"],
		times: !values["no-times"],
	} as const;
}

async function bench(): Promise<void> {
	const options = readArguments(process.argv.slice(2));
	const { lighthouseOnly, https, throttling, lighthousePaths, docs, ...others } = options;
	const { memory, tap, cpu, scale, jobs, ...parts } = others;
	if (jobs) {
		const figures = await measureJobs(jobs);
		process.stdout.write(`${JSON.stringify(figures, null, "\t")}\n`);
		const over = jobsOverBar(figures);
		if (over) throw new Error(over);
		return;
	}
	// One customer places all orders.
	process.env.MAX_OPEN_ORDERS ??= "100";
	const figures: Figures = { measuredAt: new Date().toISOString(), shops: [], lighthouse: {} };
	if (memory) figures.memory = await measureMemoryOnly();
	else if (tap) figures.taps = await measureTapsOnly();
	else if (cpu) figures.cpu = await measureCpuOnly();
	else if (lighthouseOnly)
		await measureLighthouseOnly(figures.lighthouse, lighthousePaths, https, throttling);
	else figures.shops.push(await measureShop("demo", { loads: true, ...parts }, figures.lighthouse));
	if (scale) {
		const countsOnly = { loads: false, times: false, lighthouse: false };
		figures.shops.push(await measureShop(scale, countsOnly, figures.lighthouse));
	}
	const file = join(root, "bench", "results.json");
	writeFileSync(file, `${JSON.stringify(figures, null, "\t")}\n`);
	process.stdout.write(`${asText(figures)}\nWritten to bench/results.json\n`);
	if (docs) {
		const document = join(root, "docs", "performance.md");
		writeFileSync(document, withTables(readFileSync(document, "utf8"), figures));
	}
	const overBudget = figures.memory && budgetError(figures.memory);
	if (overBudget) throw new Error(overBudget);
}

await bench().catch((error: unknown) => {
	process.stderr.write(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
