/**
 * Lighthouse, mobile, the median of three. It weighs more than all that the shop needs to be tested,
 * so it is fetched only when somebody asks for it.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { run } from "../local/processes.ts";
import { findBrowser } from "../tests/setup/find-browser.ts";
import type { Progress } from "./progress.ts";

const version = "13.5.0";

/** How many looks a page gets; the median counts. */
export const runsPerPage = 3;

/** How often a look is tried. On a busy machine its trace now and then misses the beginning (NO_NAVSTART). */
const maxAttempts = 4;

/** A category without a score is one whose look went wrong: it is taken again. */
const categorySchema = v.object({
	score: v.number(),
	auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
});
const reportSchema = v.object({
	categories: v.object({
		performance: categorySchema,
		accessibility: categorySchema,
		"best-practices": categorySchema,
		seo: categorySchema,
	}),
	audits: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
});
type Report = v.InferOutput<typeof reportSchema>;
type Category = keyof Report["categories"];

/** Scores of a hundred, and the audits that took something off one of them. NaN where no look came to its end. */
export type Scores = Record<Category, number> & { failedAudits: string[] };

/** What is looked at: a page, and the cookie of whoever sees it. */
interface LighthouseTarget {
	url: string;
	cookie: string | undefined;
}

/** The median of three looks at a page, category by category; with a `cookie`, as its bearer sees it. */
export async function lighthouse(
	url: string,
	cookie: string | undefined,
	bar: Progress,
): Promise<Scores> {
	const runs: Scores[] = [];
	for (let n = 0; n < runsPerPage; n += 1) {
		runs.push(await runWithRetry({ url, cookie }).catch(failedRun));
		bar(1);
	}
	const median = (name: Category) =>
		runs.map((one) => one[name]).toSorted((one, other) => one - other)[1] ?? Number.NaN;
	const scores = {
		performance: median("performance"),
		accessibility: median("accessibility"),
		"best-practices": median("best-practices"),
		seo: median("seo"),
	};
	const isPerfect = Object.values(scores).every((score) => score === 100);
	const failedAudits = isPerfect ? [] : [...new Set(runs.flatMap((one) => one.failedAudits))];
	return { ...scores, failedAudits };
}

/** What stands for a look that failed: the others are worth having all the same. */
function failedRun(error: unknown): Scores {
	const message = error instanceof Error ? error.message : String(error);
	const reason = /Runtime error encountered: (.*)/.exec(message)?.[1] ?? message;
	const none = Number.NaN;
	return {
		performance: none,
		accessibility: none,
		"best-practices": none,
		seo: none,
		failedAudits: [reason],
	};
}

/** Looks until a look comes to its end. Throws what was wrong with the last one. */
async function runWithRetry(target: LighthouseTarget, attemptsLeft = maxAttempts): Promise<Scores> {
	return runLighthouse(target).catch((error: unknown) => {
		if (attemptsLeft <= 1) throw error;
		return runWithRetry(target, attemptsLeft - 1);
	});
}

/** The audits for which a page does not have all the points it could. */
function failedAuditsIn({ categories, audits }: Report): string[] {
	return Object.values(categories)
		.filter(({ score }) => Math.round(score * 100) < 100)
		.flatMap(({ auditRefs }) => auditRefs)
		.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
		.map(({ id }) => id);
}

async function runLighthouse({ url, cookie }: LighthouseTarget): Promise<Scores> {
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-lighthouse-"));
	const file = join(folder, "report.json");
	const flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";
	try {
		await run(
			"npm",
			[
				...["exec", "--yes", `lighthouse@${version}`, "--", url],
				...["--output=json", `--output-path=${file}`, "--quiet", `--chrome-flags=${flags}`],
				// The page of what is not there answers 404, and is to be as good as the others.
				...["--no-enable-error-reporting", "--ignore-status-code"],
				...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
			],
			{ CHROME_PATH: await findBrowser() },
		);
		const parsed = v.parse(reportSchema, JSON.parse(readFileSync(file, "utf8")));
		const scoreOf = (name: Category) => Math.round(parsed.categories[name].score * 100);
		return {
			performance: scoreOf("performance"),
			accessibility: scoreOf("accessibility"),
			"best-practices": scoreOf("best-practices"),
			seo: scoreOf("seo"),
			failedAudits: failedAuditsIn(parsed),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
