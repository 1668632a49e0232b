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

const score = v.object({ score: v.nullable(v.number()) });
const report = v.object({
	categories: v.object({
		performance: score,
		accessibility: score,
		"best-practices": score,
		seo: score,
	}),
});

/** Scores of a hundred. */
export interface Scores {
	performance: number;
	accessibility: number;
	bestPractices: number;
	seo: number;
}

/** The median of three looks at a page, category by category. */
export async function lighthouse(url: string, done: Progress): Promise<Scores> {
	const looks: Scores[] = [];
	for (let n = 0; n < 3; n += 1) {
		// On a busy machine its trace now and then misses the beginning: then it says to look again.
		looks.push(await look(url).catch(() => look(url)));
		done(1);
	}
	const median = (key: keyof Scores) =>
		looks.map((one) => one[key]).toSorted((one, other) => one - other)[1] ?? Number.NaN;
	return {
		performance: median("performance"),
		accessibility: median("accessibility"),
		bestPractices: median("bestPractices"),
		seo: median("seo"),
	};
}

async function look(url: string): Promise<Scores> {
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-lighthouse-"));
	const file = join(folder, "report.json");
	const flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";
	try {
		await run(
			"npm",
			[
				...["exec", "--yes", `lighthouse@${version}`, "--", url],
				...["--output=json", `--output-path=${file}`, "--quiet", `--chrome-flags=${flags}`],
				"--no-enable-error-reporting",
			],
			{ CHROME_PATH: await findBrowser() },
		);
		const { categories } = v.parse(report, JSON.parse(readFileSync(file, "utf8")));
		const of = (category: v.InferOutput<typeof score>) => Math.round((category.score ?? 0) * 100);
		return {
			performance: of(categories.performance),
			accessibility: of(categories.accessibility),
			bestPractices: of(categories["best-practices"]),
			seo: of(categories.seo),
		};
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
