/**
 * Mutation tests: changes the code of `mutatedFolders` in one place at a time and checks that a test
 * fails. `npm run mutation -- --sample 200` tests that many mutants, chosen at random by `--seed`;
 * `--files 'src/shop/orders/**'` only those files, `--line src/values/money.ts:23` only that line. Writes
 * test-results/mutation.json and mutation.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { localKeys, root } from "../../local/settings.ts";
import { instrument } from "./mutants.ts";
import { type MutantResult, renderReport, scoreOf } from "./report.ts";
import { type Coverage, TestRunner } from "./runner.ts";

const { values } = parseArgs({
	options: {
		files: { type: "string", default: "**" },
		/** Only the mutants of a line, such as src/values/money.ts:23. */
		line: { type: "string" },
		/** `unit` alone takes seconds a mutant, and says nothing about what only the others reach. */
		projects: { type: "string", default: "unit,shop,worker" },
		/** How many mutants to test; all without it. */
		sample: { type: "string" },
		seed: { type: "string", default: "1" },
		/** Tests no further mutants after this many minutes. */
		minutes: { type: "string", default: "600" },
		/** Uses the last run's record of which tests reach which mutants: quicker, if the code is the same. */
		"same-code": { type: "boolean", default: false },
		/** The longest a mutant is tested. One that no test has noticed by then counts as survived. */
		seconds: { type: "string", default: "60" },
		/** Runs the tests of each mutant without it: one that counts as killed shows a test that needs others. */
		control: { type: "boolean", default: false },
	},
});

/** Chooses `count` items by a seed (mulberry32). */
function sample<T>(items: readonly T[], count: number, seed: number): T[] {
	let state = seed;
	const random = () => {
		state = (state + 0x6d2b79f5) | 0;
		let bits = Math.imul(state ^ (state >>> 15), 1 | state);
		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
		return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
	};
	return items
		.map((item) => ({ item, order: random() }))
		.sort((one, other) => one.order - other.order)
		.slice(0, count)
		.map(({ item }) => item);
}

localKeys();
const startedAt = Date.now();
const elapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
const { code, mutants, ignored } = await instrument(values.files);
const count = values.sample ? Number(values.sample) : mutants.length;
const chosen = sample(mutants, count, Number(values.seed)).filter(
	({ file, line }) => !values.line || `${file}:${line}` === values.line,
);
process.stdout.write(
	`${mutants.length} mutants in ${code.size} files, ${ignored} more left out; ${chosen.length} are tested.\n`,
);

const projects = values.projects.split(",");
const runner = new TestRunner(code, projects);
const folder = join(root, "test-results");
mkdirSync(folder, { recursive: true });
const coverageFile = join(folder, "mutation-coverage.json");
const coverage: Coverage = values["same-code"]
	? new Map(JSON.parse(readFileSync(coverageFile, "utf8")))
	: await runner.measureCoverage();
writeFileSync(coverageFile, JSON.stringify([...coverage]));
process.stdout.write(`${elapsed()}: tests reach ${coverage.size} of them.\n`);

const results: MutantResult[] = [];
for (const mutant of chosen) {
	if (Date.now() - startedAt > Number(values.minutes) * 60_000) break;
	const reaches = (coverage.get(mutant.id) ?? []).filter(({ project }) =>
		projects.includes(project),
	);
	const outcome =
		reaches.length > 0
			? await runner.test(
					{ id: values.control ? undefined : mutant.id, file: mutant.file },
					reaches,
					Number(values.seconds) * 1000,
				)
			: "not reached";
	results.push({ ...mutant, outcome });
	const place = `${mutant.file}:${mutant.line} ${mutant.mutator}`;
	const text = typeof outcome === "string" ? outcome : Object.entries(outcome).flat().join(" ");
	process.stdout.write(`${elapsed()}: ${results.length} ${place}: ${text}\n`);
	const { score, standardError } = scoreOf(results);
	const { files, seed } = values;
	const report = { files, seed, mutants: mutants.length, score, standardError, results };
	writeFileSync(join(folder, "mutation.json"), `${JSON.stringify(report, undefined, "\t")}\n`);
	writeFileSync(join(folder, "mutation.md"), renderReport(results, mutants.length));
}
await runner.close();
process.stdout.write(renderReport(results, mutants.length).split("\n\n").slice(0, 2).join("\n"));
process.exit(0);
