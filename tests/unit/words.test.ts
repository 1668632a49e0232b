/** One term a concept in names, the one its field uses. Comments and texts may use any plain word. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Names not to give, and what to write instead. */
const replaced: [name: RegExp, use: string][] = [
	[/\b(most|longest|shortest)[A-Z]\w+/, "max, min"],
	[/\b(hearOut|throwAway|mostHeard)\b/, "drain, maxDrainBytes"],
	[/\b(logNews|logFault|withoutPersons)\b/, "logInfo, logError, redact"],
	[/\b(giveBack|payRefund|justDone|closedWhy)\b/, "refundPayment, issueRefund, closeReason"],
	[/\b(sayThere|wordsOf|signsInAgain|useCare)\b/, "toastAfterNavigation, errorMessage"],
	[/\b(sweepIdentity|useIdentity(Form|Call))\b|\bIdentity(Form|Error|User)/, "auth"],
];

const folders = ["src", "local", "ops", "bench", "tests", "stand-in-for-stripe"];
const files = execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.(ts|tsx|mjs|js|astro)$/.test(file))
	.filter((file) => file !== "tests/unit/words.test.ts");

it("names things by the words of the field", () => {
	expect(files.length).toBeGreaterThan(500);
	const found = files.flatMap((file) =>
		readFileSync(file, "utf8")
			.split("\n")
			.flatMap((line, index) =>
				replaced
					.filter(([name]) => name.test(line))
					.map(([, use]) => `${file}:${index + 1}: ${use}: ${line.trim()}`),
			),
	);
	expect(found).toEqual([]);
});
