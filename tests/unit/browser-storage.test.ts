/** The cookie policy lists what the code stores in a browser, no more and no less. tests/shop/cookies.test.ts has the cookies. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listedNames } from "../helpers/cookie-policy.ts";

const sources = execFileSync("git", ["ls-files", "src", "widgets/src"], { encoding: "utf8" })
	.split("\n")
	.filter((file) => /\.(ts|tsx|astro)$/.test(file) && !/\.test\.tsx?$/.test(file))
	.map((file) => readFileSync(file, "utf8"));

/** What each kind of storage is written with: the first argument is the key. */
const writes = {
	"Local storage": /(?:localStorage\.setItem|persistentAtom<.+>)\((\w+)/g,
	"Session storage": /sessionStorage\.setItem\((\w+)/g,
};

/** Returns the value of a constant, or the first word of what a function of this name returns. */
function keyOf(name: string, source: string): string {
	const constant = new RegExp(`const ${name} = "(.+)"`);
	const template = new RegExp(`const ${name} = \\(.*\\) => \`(\\w+)`);
	for (const text of [source, ...sources]) {
		const value = constant.exec(text)?.[1] ?? template.exec(text)?.[1];
		if (value) return value;
	}
	throw new Error(`${name} has no value that this test can read.`);
}

it.each(Object.entries(writes))("%s has what the cookie policy lists", (heading, write) => {
	const stored = sources.flatMap((source) =>
		[...source.matchAll(write)].map(([, name = ""]) => keyOf(name, source)),
	);
	expect([...new Set(stored)].sort()).toEqual(listedNames(heading));
});

it("nothing is stored in another way", () => {
	const other =
		/\b(local|session)Storage(\[|\.(?!getItem|setItem|removeItem)\w|\b(?=,|\)))|document\.cookie|cookieStore|indexedDB/;
	expect(sources.filter((source) => other.test(source))).toEqual([]);
});
