/** All checks of a shop, and what is done about what they find. */
import {
	checkHolds,
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

/** Makes every check; one that can't be made says why and keeps no other from being made. */
export async function examine(place: Place, days?: number): Promise<Check[]> {
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
		["payments", async () => checkPayments(ask, await place.stripe(), days)],
		["partners", () => checkPartners(ask)],
		["orphans", () => checkOrphans(ask)],
		["pictures", async () => checkPictures(ask, await place.bucket?.())],
	];
	const done: Check[] = [];
	for (const [name, check] of checks) {
		done.push(
			await check().catch((error: unknown) =>
				unseen(name, error instanceof Error ? error.message : String(error)),
			),
		);
	}
	return done;
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
