/**
 * Lighthouse, mobile, the median of three. It weighs more than all that the shop needs to be tested,
 * so it is fetched only when somebody asks for it.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { run } from "../local/processes.ts";
import { findBrowser } from "../tests/setup/browser.ts";
import type { Progress } from "./progress.ts";

const version = "13.5.0";

/** How many looks a page gets; the median counts. */
export const looksAtAPage = 3;

/** How often a look is tried. On a busy machine its trace now and then misses the beginning (NO_NAVSTART). */
const tries = 4;

/** A category without a score is one whose look went wrong: it is taken again. */
const category = v.object({
	score: v.number(),
	auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
});
const report = v.object({
	categories: v.object({
		performance: category,
		accessibility: category,
		"best-practices": category,
		seo: category,
	}),
	audits: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
});
type Report = v.InferOutput<typeof report>;
type Category = keyof Report["categories"];

/** Scores of a hundred, and the audits that took something off one of them. NaN where no look came to its end. */
export type Scores = Record<Category, number> & { missed: string[] };

/** What is looked at: a page, and the cookie of whoever sees it. */
interface Sight {
	url: string;
	cookie: string | undefined;
}

/** The median of three looks at a page, category by category; with a `cookie`, as its bearer sees it. */
export async function lighthouse(
	url: string,
	cookie: string | undefined,
	done: Progress,
): Promise<Scores> {
	const looks: Scores[] = [];
	for (let n = 0; n < looksAtAPage; n += 1) {
		looks.push(await lookAgain({ url, cookie }).catch(notSeen));
		done(1);
	}
	const median = (name: Category) =>
		looks.map((one) => one[name]).toSorted((one, other) => one - other)[1] ?? Number.NaN;
	const scores = {
		performance: median("performance"),
		accessibility: median("accessibility"),
		"best-practices": median("best-practices"),
		seo: median("seo"),
	};
	const whole = Object.values(scores).every((score) => score === 100);
	const missed = whole ? [] : [...new Set(looks.flatMap((one) => one.missed))];
	return { ...scores, missed };
}

/** What stands for a look that failed: the others are worth having all the same. */
function notSeen(error: unknown): Scores {
	const words = error instanceof Error ? error.message : String(error);
	const why = /Runtime error encountered: (.*)/.exec(words)?.[1] ?? words;
	const none = Number.NaN;
	return {
		performance: none,
		accessibility: none,
		"best-practices": none,
		seo: none,
		missed: [why],
	};
}

/** Looks until a look comes to its end. Throws what was wrong with the last one. */
async function lookAgain(sight: Sight, left = tries): Promise<Scores> {
	return look(sight).catch((error: unknown) => {
		if (left <= 1) throw error;
		return lookAgain(sight, left - 1);
	});
}

/** The audits for which a page does not have all the points it could. */
function missedIn({ categories, audits }: Report): string[] {
	return Object.values(categories)
		.filter(({ score }) => Math.round(score * 100) < 100)
		.flatMap(({ auditRefs }) => auditRefs)
		.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
		.map(({ id }) => id);
}

async function look({ url, cookie }: Sight): Promise<Scores> {
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
		const found = v.parse(report, JSON.parse(readFileSync(file, "utf8")));
		const of = (name: Category) => Math.round(found.categories[name].score * 100);
		return {
			performance: of("performance"),
			accessibility: of("accessibility"),
			"best-practices": of("best-practices"),
			seo: of("seo"),
			missed: missedIn(found),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
