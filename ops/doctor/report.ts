/** The results of checks and their report. */

/** How a finding can be fixed. */
export type Fix =
	/** Runs the scheduled job. */
	| { by: "job" }
	/** Redelivers Stripe's event of this payment to the webhook. */
	| { by: "event"; intentId: string }
	/** Runs these statements in one transaction; the last one changes one row if the fix succeeded. */
	| { by: "sql"; statements: string[] };

export interface Finding {
	/** The id of the tool, order, payment or image, or the name of the partner or setting. */
	subject: string;
	/** One sentence. */
	message: string;
	/** Absent if it has to be fixed by hand. */
	fix?: Fix;
}

export const checkNames = [
	"settings",
	"rows",
	"reservations",
	"refunds",
	"mails",
	"outbox",
	"payments",
	"taxes",
	"sales",
	"searches",
	"images",
] as const;
export type CheckName = (typeof checkNames)[number];

/** The result of one check. `skipped` means it could not run; `reason` says why. */
export interface Check {
	check: CheckName;
	status: "ok" | "fail" | "skipped";
	/** The number of items checked. */
	checked: number;
	findings: Finding[];
	reason?: string;
}

/** The result of a check that ran. */
export function checkResult(check: CheckName, checked: number, findings: Finding[]): Check {
	return { check, status: findings.length > 0 ? "fail" : "ok", checked, findings };
}

/** The result of a check that could not run. */
export function skippedCheck(check: CheckName, reason: string): Check {
	return { check, status: "skipped", checked: 0, findings: [], reason };
}

/** The exit status of a report: 0 all ok, 1 a check failed, 2 a check was skipped. */
export function exitStatus(checks: Check[]): 0 | 1 | 2 {
	if (checks.some(({ status }) => status === "fail")) return 1;
	return checks.some(({ status }) => status === "skipped") ? 2 : 0;
}

/** The report for programs. `fixed` has the number of fixes by check. */
export function toJson(target: string, checks: Check[], fixed: Record<string, number>): string {
	const status = (["ok", "fail", "skipped"] as const)[exitStatus(checks)];
	return JSON.stringify(
		{ shop: target, checkedAt: new Date().toISOString(), status, checks, fixed },
		null,
		2,
	);
}

/** The report for people: one line a check, with its findings below. */
export function toTable(target: string, checks: Check[]): string {
	const symbol = { ok: "✓", fail: "✗", skipped: "?" };
	const nameWidth = Math.max(...checkNames.map((name) => name.length)) + 2;
	const lines = checks.flatMap(({ check, status, checked, findings, reason }) => [
		`${symbol[status]} ${check.padEnd(nameWidth)}${reason ?? summary(status, checked, findings.length)}`,
		...findings.map(({ subject, message, fix }) => {
			return `    ${subject}: ${message}${fix ? "" : " (fix by hand)"}`;
		}),
	]);
	return [`The shop ${target}`, "", ...lines, ""].join("\n");
}

function summary(status: Check["status"], checked: number, findingCount: number): string {
	return status === "ok"
		? `${checked} checked, all ok`
		: `${checked} checked, ${findingCount} failed`;
}
