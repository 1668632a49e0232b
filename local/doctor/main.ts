/**
 * `npm run doctor`: looks at a shop from outside. Options after `--`:
 * --remote [--config FILE] [--env staging] a deployed shop; --days N payments of so many days; --json for programs;
 * --fix mends after asking, --yes without. Ends with 0 all well, 1 something wrong, 2 could not look.
 */
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { environmentOf } from "../deploy/environment.ts";
import { examine, type Mended, mend, mendable } from "./examine.ts";
import { asJson, asTable, type Check, exitStatus } from "./findings.ts";
import { openLocal } from "./local.ts";
import type { Place } from "./place.ts";
import { openRemote } from "./remote.ts";

const options = {
	remote: { type: "boolean", default: false },
	config: { type: "string" },
	env: { type: "string" },
	days: { type: "string" },
	json: { type: "boolean", default: false },
	fix: { type: "boolean", default: false },
	yes: { type: "boolean", default: false },
} as const;

/** How long what was found has time to turn out to be on its way, in milliseconds. */
const secondLookMs = 3_000;

/** What is said beside the report goes here, so that the report itself can be read by programs. */
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Asks at the terminal before each kind is mended. Where nobody is there to answer, the answer is no. */
function asker() {
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const lines = terminal[Symbol.asyncIterator]();
	return {
		agrees: async ({ check }: Check, found: number): Promise<boolean> => {
			process.stderr.write(`Mend ${check} (${found})? y/N `);
			const { value, done } = await lines.next();
			return done !== true && /^y(es)?$/i.test(value.trim());
		},
		close: () => terminal.close(),
	};
}

async function mendAll(place: Place, checks: Check[], yes: boolean): Promise<Mended[]> {
	const done: Mended[] = [];
	const person = yes ? undefined : asker();
	for (const check of checks) {
		const found = mendable(check).length;
		if (found === 0 || (person && !(await person.agrees(check, found)))) continue;
		const mended = await mend(place, check);
		for (const line of mended.trouble) say(`  ${line}`);
		done.push(mended);
	}
	person?.close();
	return done;
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options });
	const days = values.days === undefined ? undefined : Number(values.days);
	if (values.env && !values.remote) throw new Error("--env is for --remote.");
	if (days !== undefined && !(days > 0)) throw new Error("--days takes a number above 0.");
	const place = values.remote
		? openRemote(values.config, environmentOf(values.env ?? "production"))
		: await openLocal();
	try {
		let checks = await examine(place, days, secondLookMs);
		const mended: Record<string, number> = {};
		if (values.fix && checks.some((check) => mendable(check).length > 0)) {
			if (!values.json) process.stdout.write(`${asTable(place.name, checks)}\n`);
			for (const one of await mendAll(place, checks, values.yes)) mended[one.check] = one.mended;
			checks = await examine(place, days, secondLookMs);
		}
		const report = values.json ? asJson : asTable;
		process.stdout.write(`${report(place.name, checks, mended)}\n`);
		return exitStatus(checks);
	} finally {
		await place.close();
	}
}

const status = await main().catch((error: unknown) => {
	say(`✗ ${error instanceof Error ? error.message : String(error)}`);
	return 2;
});
process.exit(status);
