/** The report of a mutation run: the score, and what no test has noticed. */
import type { Mutant } from "./mutants.ts";
import type { Outcome } from "./runner.ts";

export type MutantResult = Mutant & { outcome: Outcome | "not reached" };

/** A test failed, or did not end. */
const isKilled = ({ outcome }: MutantResult) => typeof outcome === "object";

const hung = ({ outcome }: MutantResult) => typeof outcome === "object" && "hungIn" in outcome;

/** The share of mutants that a test noticed, and its standard error as a sample of all. */
export function scoreOf(results: readonly MutantResult[]): {
	score: number;
	standardError: number;
} {
	const score = results.filter(isKilled).length / results.length;
	return { score, standardError: Math.sqrt((score * (1 - score)) / results.length) };
}

const oneLine = (code: string) => {
	const text = code.replace(/\s+/g, " ");
	return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

/** Markdown: the score, then the survivors by file and line. */
export function renderReport(results: readonly MutantResult[], total: number): string {
	const { score, standardError } = scoreOf(results);
	const percent = (share: number) => (100 * share).toFixed(1);
	const count = (outcome: MutantResult["outcome"]) =>
		results.filter((result) => result.outcome === outcome).length;
	const summary = [
		`${percent(score)} of 100 mutants are killed, standard error ${percent(standardError)}`,
		`(${results.length} of ${total}: ${results.filter(isKilled).length} killed, ${results.filter(hung).length} of them by a loop without end,`,
		`${count("survived")} survived, ${count("cut short")} not killed in time, ${count("unclear")} unclear,`,
		`${count("not reached")} not reached by any test).`,
	].join(" ");
	const reached = scoreOf(results.filter(({ outcome }) => outcome !== "not reached"));
	const ofReached = `Of those that a test reaches: ${percent(reached.score)}, standard error ${percent(reached.standardError)}.`;
	const survivors = results
		.filter((result) => !isKilled(result))
		.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
		.map(
			({ file, line, mutator, original, replacement, outcome }) =>
				`- ${file}:${line} ${mutator}, ${outcome}\n  - \`${oneLine(original)}\`\n  + \`${oneLine(replacement)}\``,
		);
	return `# Mutation tests\n\n${summary} ${ofReached}\n\n${survivors.join("\n")}\n`;
}
