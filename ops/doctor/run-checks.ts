/** All checks of a shop, and what is done about what they find. */
import { setTimeout as wait } from "node:timers/promises";
import { checkPayments } from "./check-payments.ts";
import { checkPictures } from "./check-pictures.ts";
import { checkSearches } from "./check-search-tables.ts";
import {
	checkMails,
	checkOrders,
	checkOrphans,
	checkPartners,
	checkRefunds,
	checkReservations,
	checkStock,
} from "./check-tables.ts";
import { type Check, type CheckName, checkResult, type Finding, skippedCheck } from "./report.ts";
import type { DoctorTarget } from "./target.ts";

/**
 * Makes every check; one that can't be made says why and keeps no other from being made. What one
 * finds is looked at once more after `pauseMs`, and reported only where it is still so: between two
 * questions a busy shop goes on.
 */
export async function runChecks(
	target: DoctorTarget,
	days?: number,
	recheckDelayMs = 0,
): Promise<Check[]> {
	const { query } = target;
	const steps: [CheckName, () => Promise<Check>][] = [
		[
			"settings",
			async () => {
				const { checked, findings } = await target.checkSettings();
				return checkResult("settings", checked, findings);
			},
		],
		["stock", () => checkStock(query)],
		["orders", () => checkOrders(query)],
		["reservations", () => checkReservations(query)],
		["refunds", () => checkRefunds(query)],
		["mails", () => checkMails(query)],
		["payments", async () => checkPayments(query, await target.connectStripe(), days)],
		["partners", () => checkPartners(query)],
		["searches", () => checkSearches(query)],
		["orphans", () => checkOrphans(query)],
		["pictures", async () => checkPictures(query, await target.listBucket?.())],
	];
	const results: Check[] = [];
	for (const [name, check] of steps) {
		const result = await runCheck(name, check);
		if (result.status === "ok") {
			results.push(result);
			continue;
		}
		await wait(recheckDelayMs);
		results.push(confirmed(result, await runCheck(name, check)));
	}
	return results;
}

async function runCheck(name: CheckName, check: () => Promise<Check>): Promise<Check> {
	try {
		return await check();
	} catch (error) {
		return skippedCheck(name, error instanceof Error ? error.message : String(error));
	}
}

/** The later of two looks, without what it alone has found. */
function confirmed(first: Check, second: Check): Check {
	if (second.status !== "fail" || first.status !== "fail") return second;
	const firstKeys = new Set(first.findings.map(({ subject, message }) => `${subject} ${message}`));
	const findings = second.findings.filter(({ subject, message }) =>
		firstKeys.has(`${subject} ${message}`),
	);
	return checkResult(second.check, second.checked, findings);
}

/** What the mending of one check came to. */
export interface FixResult {
	check: CheckName;
	/** How many findings were acted on. */
	fixed: number;
	/** Why others were not. */
	errors: string[];
}

/** The findings of a check that can be mended. */
export function fixable({ findings }: Check): Finding[] {
	return findings.filter(({ fix }) => fix !== undefined);
}

/** Mends what one check found. Looking again tells whether it helped. */
export async function fix(target: DoctorTarget, check: Check): Promise<FixResult> {
	const result: FixResult = { check: check.check, fixed: 0, errors: [] };
	let jobRan = false;
	for (const { subject, fix } of fixable(check)) {
		try {
			if (fix?.by === "job" && !jobRan) await target.runJob();
			if (fix?.by === "job") jobRan = true;
			if (fix?.by === "event") await target.redeliverEvent(fix.intentId);
			if (fix?.by === "sql" && (await target.execute(fix.statements)) !== 1) {
				throw new Error("it has changed since it was looked at");
			}
			result.fixed += 1;
		} catch (error) {
			result.errors.push(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
			// The job is the same for all: once is enough to know.
			if (fix?.by === "job") break;
		}
	}
	return result;
}
