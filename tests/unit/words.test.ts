/** One term a concept in names, the one its field uses, and comments that can be read alone. */
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

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.(ts|tsx|mjs|js|astro|css)$/.test(file))
	.filter((file) => file !== "tests/unit/words.test.ts" && !file.startsWith("widgets/released/"));
const texts = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));

it("names things by the words of the field", () => {
	expect(files.length).toBeGreaterThan(500);
	const found = texts.flatMap(({ file, text }) =>
		text
			.split("\n")
			.flatMap((line, index) =>
				replaced
					.filter(([name]) => name.test(line))
					.map(([, use]) => `${file}:${index + 1}: ${use}: ${line.trim()}`),
			),
	);
	expect(found).toEqual([]);
});

/** The start of a block comment, or of the first of several lines of comment, without a noun that its words belong to. */
const nounless =
	/(?:\/\*\*?|<!--)\s*(?:\*\s*)?(?:Also|As|At|By|From|Nor|Of|That|Those|Too|Their|They|Whose)\b.*|(?<!^[ \t]*\/\/.*\n[ \t]*)\/\/ (?:Also|As|At|By|From|Nor|Of|That|Those|Too|Their|They|Whose)\b.*/gm;

it("begins comments with a verb or a noun", () => {
	const found = texts.flatMap(({ file, text }) =>
		[...text.matchAll(nounless)].map(([comment]) => `${file}: ${comment}`),
	);
	expect(found).toEqual([]);
});
