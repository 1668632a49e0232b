/**
 * Runs Lighthouse, mobile, and takes the median of three runs. It is larger than all other development
 * dependencies together, so npm fetches it only when it is used.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { run } from "../local/processes.ts";
import { findBrowser } from "../tests/setup/find-browser.ts";
import type { Progress } from "./progress.ts";

const version = "13.5.0";

/** Lighthouse runs of a page; the median counts. */
export const runsPerPage = 3;

/** Attempts of a run. On a busy machine its trace sometimes misses the start (NO_NAVSTART). */
const maxAttempts = 4;

/** A category without a score fails to parse, so that the run is repeated. */
const categorySchema = v.object({
	score: v.number(),
	auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
});
/** A paint's simulated time, in milliseconds. */
const paintSchema = v.object({ score: v.nullable(v.number()), numericValue: v.number() });
/** The parts of the largest paint that the trace has, in milliseconds; a text has no loading. */
const partsSchema = v.object({
	score: v.nullable(v.number()),
	details: v.optional(
		v.object({
			items: v.array(
				v.object({
					items: v.optional(
						v.array(
							v.object({ subpart: v.optional(v.string()), duration: v.optional(v.number()) }),
						),
						[],
					),
				}),
			),
		}),
	),
});
const reportSchema = v.object({
	categories: v.object({
		performance: categorySchema,
		accessibility: categorySchema,
		"best-practices": categorySchema,
		seo: categorySchema,
	}),
	audits: v.objectWithRest(
		{
			"first-contentful-paint": paintSchema,
			"largest-contentful-paint": paintSchema,
			"lcp-breakdown-insight": partsSchema,
		},
		v.object({ score: v.nullable(v.number()) }),
	),
});
type Report = v.InferOutput<typeof reportSchema>;
type Category = keyof Report["categories"];

/** The parts of the largest paint, in the order of time, with their names in Lighthouse's insight. */
const paintParts = {
	wait: "timeToFirstByte",
	loadDelay: "resourceLoadDelay",
	loadTime: "resourceLoadDuration",
	renderDelay: "elementRenderDelay",
} as const;
export type PaintPart = keyof typeof paintParts;

/**
 * Scores out of 100, the audits that lowered them, and the times of paints in milliseconds. The parts of the largest paint are
 * those of the trace, which Lighthouse's simulation does not slow down. NaN if no run succeeded.
 */
export type Scores = Record<Category | "firstPaint" | "largestPaint" | PaintPart, number> & {
	failedAudits: string[];
};

/** How a slow phone and network are imitated: computed from a fast trace, or by Chromium while it loads. */
export type Throttling = "simulate" | "devtools";

/** A page, the cookie of the user who visits it, and the throttling. */
interface LighthouseTarget {
	url: string;
	cookie: string | undefined;
	throttling: Throttling;
}

/** The median of three runs of a page by category; with a `cookie`, as that user. */
export async function lighthouse(target: LighthouseTarget, bar: Progress): Promise<Scores> {
	const runs: Scores[] = [];
	for (let n = 0; n < runsPerPage; n += 1) {
		runs.push(await runWithRetry(target).catch(failedRun));
		bar(1);
	}
	const median = (name: Exclude<keyof Scores, "failedAudits">) =>
		runs.map((scores) => scores[name]).toSorted((a, b) => a - b)[1] ?? Number.NaN;
	const scores = {
		performance: median("performance"),
		accessibility: median("accessibility"),
		"best-practices": median("best-practices"),
		seo: median("seo"),
	};
	const isPerfect = Object.values(scores).every((score) => score === 100);
	const failedAudits = isPerfect ? [] : [...new Set(runs.flatMap((run) => run.failedAudits))];
	return {
		...scores,
		firstPaint: median("firstPaint"),
		largestPaint: median("largestPaint"),
		wait: median("wait"),
		loadDelay: median("loadDelay"),
		loadTime: median("loadTime"),
		renderDelay: median("renderDelay"),
		failedAudits,
	};
}

/** The result of a run that failed, so that the other runs still count. */
function failedRun(error: unknown): Scores {
	const message = error instanceof Error ? error.message : String(error);
	const reason = /Runtime error encountered: (.*)/.exec(message)?.[1] ?? message;
	const none = Number.NaN;
	return {
		performance: none,
		accessibility: none,
		"best-practices": none,
		seo: none,
		firstPaint: none,
		largestPaint: none,
		wait: none,
		loadDelay: none,
		loadTime: none,
		renderDelay: none,
		failedAudits: [reason],
	};
}

/** Repeats a run until it succeeds. Throws the error of the last attempt. */
async function runWithRetry(target: LighthouseTarget, attemptsLeft = maxAttempts): Promise<Scores> {
	return runLighthouse(target).catch((error: unknown) => {
		if (attemptsLeft <= 1) throw error;
		return runWithRetry(target, attemptsLeft - 1);
	});
}

/** The audits that lower a score below 100. */
function failedAuditsIn({ categories, audits }: Report): string[] {
	return Object.values(categories)
		.filter(({ score }) => Math.round(score * 100) < 100)
		.flatMap(({ auditRefs }) => auditRefs)
		.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
		.map(({ id }) => id);
}

async function runLighthouse({ url, cookie, throttling }: LighthouseTarget): Promise<Scores> {
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-lighthouse-"));
	const file = join(folder, "report.json");
	const flags =
		"--headless=new --no-sandbox --disable-gpu --disable-background-networking --ignore-certificate-errors";
	try {
		await run(
			"npm",
			[
				"exec",
				"--yes",
				`lighthouse@${version}`,
				"--",
				url,
				"--output=json",
				`--output-path=${file}`,
				"--quiet",
				`--chrome-flags=${flags}`,
				// The not-found page returns 404 and is scored like the others.
				"--no-enable-error-reporting",
				"--ignore-status-code",
				`--throttling-method=${throttling}`,
				...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
			],
			{ CHROME_PATH: await findBrowser() },
		);
		const parsed = v.parse(reportSchema, JSON.parse(readFileSync(file, "utf8")));
		const parts = parsed.audits["lcp-breakdown-insight"].details?.items.flatMap(
			({ items }) => items,
		);
		const partOf = (name: PaintPart) =>
			parts?.find(({ subpart }) => subpart === paintParts[name])?.duration ?? 0;
		const scoreOf = (name: Category) => Math.round(parsed.categories[name].score * 100);
		return {
			performance: scoreOf("performance"),
			accessibility: scoreOf("accessibility"),
			"best-practices": scoreOf("best-practices"),
			seo: scoreOf("seo"),
			firstPaint: parsed.audits["first-contentful-paint"].numericValue,
			largestPaint: parsed.audits["largest-contentful-paint"].numericValue,
			wait: partOf("wait"),
			loadDelay: partOf("loadDelay"),
			loadTime: partOf("loadTime"),
			renderDelay: partOf("renderDelay"),
			failedAudits: failedAuditsIn(parsed),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
