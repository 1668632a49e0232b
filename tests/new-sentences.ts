/**
 * Lists the sentences that a change adds or rewrites since it left main, for a reviewer to read aloud. `npm run check`
 * ends with the first of them; `npm run sentences` prints them alone. It says nothing where there is no git or no main.
 */
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";

/** Where sentences of the shop and of its e-mails stand. */
const files = ["src/messages/*.ts", "src/shop/mails/texts.ts", ":!*.test.ts"];

/** Returns the literals of a line of code that have two words at least. */
function sentencesIn(line: string): string[] {
	if (/^\s*(\/\*\*|\*|\/\/|import )/.test(line)) return [];
	return [...line.matchAll(/"((?:[^"\\]|\\.)+)"|`((?:[^`\\]|\\.)+)`/g)]
		.map(([, plain, template]) => plain ?? template ?? "")
		.filter((text) => /\p{L}.*\s.*\p{L}/u.test(text));
}

/** Returns the sentences that a diff without context adds, each after its file; what only moved is not new. */
export function newSentences(diff: string): string[] {
	const lines = diff.split("\n");
	const removed = new Set(
		lines.filter((line) => /^-(?!--)/.test(line)).flatMap((line) => sentencesIn(line.slice(1))),
	);
	let file = "";
	return lines.flatMap((line) => {
		if (line.startsWith("+++ ")) file = line.replace(/^\+\+\+ (b\/)?/, "");
		if (!/^\+(?!\+\+)/.test(line)) return [];
		return sentencesIn(line.slice(1))
			.filter((sentence) => !removed.has(sentence))
			.map((sentence) => `${file}: ${sentence}`);
	});
}

/** Returns the difference to where the branch left main, or an empty text if that is not known. */
export function sentencesDiff(): string {
	const git = (...words: string[]) =>
		execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
	try {
		return git("diff", "--unified=0", git("merge-base", "HEAD", "main").trim(), "--", ...files);
	} catch {
		return "";
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
	for (const sentence of newSentences(sentencesDiff())) process.stdout.write(`${sentence}\n`);
