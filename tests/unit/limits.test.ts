/** The table of limits in docs/operation.md says what the code and wrangler.toml do. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { limitNames, readSetting } from "../../src/platform/settings/settings-schema.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it("docs/operation.md names every limit with its default", () => {
	const [, section = ""] = read("docs/operation.md").split("\n## Limits\n");
	const rows = (section.split("\n## ")[0] ?? "").matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm);
	const documented = [...rows].flatMap(([, names = "", defaults = ""]) => {
		const values = defaults.split(",");
		return names
			.split(",")
			.map((name, n) => [name.replace(/[` ]/g, ""), Number.parseInt(values[n] ?? "", 10)]);
	});
	const bindings = read("wrangler.toml").matchAll(
		/\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+),/g,
	);
	const ratelimits = [...bindings].map(([, name = "", limit]) => [name, Number(limit)]);
	expect(Object.fromEntries(documented)).toEqual({
		...Object.fromEntries(limitNames.map((name) => [name, readSetting({}, name)])),
		SIGN_IN_TRIES: readSetting({}, "SIGN_IN_TRIES"),
		...Object.fromEntries(ratelimits),
	});
	expect(documented).toHaveLength(limitNames.length + 1 + ratelimits.length);
});
