/** Runs all checks of a shop and fixes their findings. */
import { setTimeout as wait } from "node:timers/promises";
import { checkImages } from "./check-images.ts";
import { checkPayments } from "./check-payments.ts";
import { checkSearches } from "./check-search-tables.ts";
import { checkSales } from "./check-sums.ts";
import {
	checkMails,
	checkOutbox,
	checkRefunds,
	checkReservations,
	checkRows,
} from "./check-tables.ts";
import { checkTaxes } from "./check-taxes.ts";
import { type Check, type CheckName, checkResult, type Finding, skippedCheck } from "./report.ts";
import type { DoctorTarget } from "./target.ts";

/**
 * Runs every check; one that throws is skipped. A check that fails is repeated after `recheckDelayMs`,
 * and only findings of both runs are reported: a busy shop changes between two queries.
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
		["rows", () => checkRows(query)],
		["reservations", () => checkReservations(query)],
		["refunds", () => checkRefunds(query)],
		["mails", () => checkMails(query)],
		["outbox", () => checkOutbox(query)],
		["payments", async () => checkPayments(query, await target.connectStripe(), days)],
		["taxes", () => checkTaxes(query, () => target.connectStripe())],
		["sales", () => checkSales(query)],
		["searches", () => checkSearches(query)],
		["images", async () => checkImages(query, await target.listBucket?.())],
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

/** The second result with only the findings that the first one has too. */
function confirmed(first: Check, second: Check): Check {
	if (second.status !== "fail" || first.status !== "fail") return second;
	const firstKeys = new Set(first.findings.map(({ subject, message }) => `${subject} ${message}`));
	const findings = second.findings.filter(({ subject, message }) =>
		firstKeys.has(`${subject} ${message}`),
	);
	return checkResult(second.check, second.checked, findings);
}

/** The result of fixing one check. */
export interface FixResult {
	check: CheckName;
	/** The number of findings fixed. */
	fixed: number;
	/** Why the others were not. */
	errors: string[];
}

/** The findings of a check that can be fixed. */
export function fixable({ findings }: Check): Finding[] {
	return findings.filter(({ fix }) => fix !== undefined);
}

/** Fixes the findings of one check. Run the checks again to see whether it helped. */
export async function fix(target: DoctorTarget, check: Check): Promise<FixResult> {
	const result: FixResult = { check: check.check, fixed: 0, errors: [] };
	let jobRan = false;
	for (const { subject, fix } of fixable(check)) {
		try {
			if (fix?.by === "job" && !jobRan) await target.runJob();
			if (fix?.by === "job") jobRan = true;
			if (fix?.by === "event") await target.redeliverEvent(fix.intentId);
			if (fix?.by === "sql" && (await target.execute(fix.statements)) === 0)
				throw new Error("it has changed since the check");
			result.fixed += 1;
		} catch (error) {
			result.errors.push(`${subject}: ${error instanceof Error ? error.message : String(error)}`);
			// The job is the same for all findings: once it fails, it fails for all.
			if (fix?.by === "job") break;
		}
	}
	return result;
}
