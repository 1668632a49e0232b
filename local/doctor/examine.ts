/** All checks of a shop, and what is done about what they find. */
import { setTimeout as wait } from "node:timers/promises";
import {
	checkHolds,
	checkMails,
	checkOrders,
	checkOrphans,
	checkPartners,
	checkRefunds,
	checkStock,
} from "./checks.ts";
import { type Check, type CheckName, type Finding, made, unseen } from "./findings.ts";
import { checkPayments } from "./payments.ts";
import { checkPictures } from "./pictures.ts";
import type { Place } from "./place.ts";
import { checkSearches } from "./searches.ts";

/**
 * Makes every check; one that can't be made says why and keeps no other from being made. What one
 * finds is looked at once more after `pauseMs`, and reported only where it is still so: between two
 * questions a busy shop goes on.
 */
export async function examine(place: Place, days?: number, pauseMs = 0): Promise<Check[]> {
	const { ask } = place;
	const checks: [CheckName, () => Promise<Check>][] = [
		[
			"settings",
			async () => {
				const { looked, findings } = await place.settings();
				return made("settings", looked, findings);
			},
		],
		["stock", () => checkStock(ask)],
		["orders", () => checkOrders(ask)],
		["holds", () => checkHolds(ask)],
		["refunds", () => checkRefunds(ask)],
		["mails", () => checkMails(ask)],
		["payments", async () => checkPayments(ask, await place.stripe(), days)],
		["partners", () => checkPartners(ask)],
		["searches", () => checkSearches(ask)],
		["orphans", () => checkOrphans(ask)],
		["pictures", async () => checkPictures(ask, await place.bucket?.())],
	];
	const done: Check[] = [];
	for (const [name, check] of checks) {
		const seen = await look(name, check);
		if (seen.status === "well") {
			done.push(seen);
			continue;
		}
		await wait(pauseMs);
		done.push(stillSo(seen, await look(name, check)));
	}
	return done;
}

async function look(name: CheckName, check: () => Promise<Check>): Promise<Check> {
	try {
		return await check();
	} catch (error) {
		return unseen(name, error instanceof Error ? error.message : String(error));
	}
}

/** The later of two looks, without what it alone has found. */
function stillSo(before: Check, now: Check): Check {
	if (now.status !== "wrong" || before.status !== "wrong") return now;
	const was = new Set(before.findings.map(({ subject, says }) => `${subject} ${says}`));
	const findings = now.findings.filter(({ subject, says }) => was.has(`${subject} ${says}`));
	return made(now.check, now.looked, findings);
}

/** What the mending of one check came to. */
export interface Mended {
	check: CheckName;
	/** How many findings were acted on. */
	mended: number;
	/** Why others were not. */
	trouble: string[];
}

/** The findings of a check that can be mended. */
export function mendable({ findings }: Check): Finding[] {
	return findings.filter(({ mend }) => mend !== undefined);
}

/** Mends what one check found. Looking again tells whether it helped. */
export async function mend(place: Place, check: Check): Promise<Mended> {
	const done: Mended = { check: check.check, mended: 0, trouble: [] };
	let jobRan = false;
	for (const { subject, mend } of mendable(check)) {
		try {
			if (mend?.by === "job" && !jobRan) await place.runJob();
			if (mend?.by === "job") jobRan = true;
			if (mend?.by === "event") await place.tellOf(mend.intentId);
			if (mend?.by === "sql" && (await place.change(mend.statements)) !== 1) {
				throw new Error("it has changed since it was looked at");
			}
			done.mended += 1;
		} catch (error) {
			done.trouble.push(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
			// The job is the same for all: once is enough to know.
			if (mend?.by === "job") break;
		}
	}
	return done;
}
