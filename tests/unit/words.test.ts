/** One term a concept, the one its field uses. These are the worst of what once stood here instead. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What not to write, as a word of its own or as a part of a name, and what to write. */
const replaced: [word: RegExp, use: string][] = [
	[/\brefus(e|es|ed|ing|al|als)\b|[a-z]Refus|Refusal/, "reject, error"],
	[/\bshelf\b|Shelf/i, "cache"],
	[/\b(hearOut|throwAway|mostHeard)\b/, "drain, maxDrainBytes"],
	[/\bamiss\b|Amiss/, "configErrors"],
	[/\b(logNews|logFault|withoutPersons)\b/, "logInfo, logError, redact"],
	[/\b(giveBack|payRefund|justDone|closedWhy)\b/, "refundPayment, issueRefund, closeReason"],
	[/\b(sayThere|wordsOf|signsInAgain|useCare)\b/, "toastAfterNavigation, errorMessage"],
	[/\b(doomed|deeds?|leash)\b/i, "toDelete, actions, supervisor"],
	[/\b(most|longest|shortest)[A-Z]\w+/, "max, min"],
	[/\b(off|on) the wall\b/i, "archived, listed"],
	[/\bmend(s|ed|ing)?\b/i, "fix"],
	[/pictures?\b|Picture|picture[A-Z]/, "image"],
	[/\b(sweepIdentity|useIdentity(Form|Call))\b|\bIdentity(Form|Error|User)|\bidentity-\w/, "auth"],
];

/** What is stored or sent: a code, a cache and a table; and the part of a chain tool. */
const exceptions =
	/\bemail_refused\b|\btool_pictures\w*|\btoolPictures\b|caches\.open\("pictures"\)|The shelf is too narrow/g;

const folders = ["src", "local", "ops", "bench", "tests", "docs", "stand-in-for-stripe"];
const files = execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.(ts|tsx|mjs|js|astro|css|md)$/.test(file))
	.filter((file) => file !== "tests/unit/words.test.ts");

it("uses the words of the field", () => {
	expect(files.length).toBeGreaterThan(500);
	const found = files.flatMap((file) =>
		`${file}\n${readFileSync(file, "utf8")}`
			.split("\n")
			.flatMap((line, number) =>
				replaced
					.filter(([word]) => word.test(line.replaceAll(exceptions, "")))
					.map(([, use]) => `${file}:${number}: ${use}: ${line.trim()}`),
			),
	);
	expect(found).toEqual([]);
});
