/** What a check finds, and how a report is made of it. */

/** How a finding can be mended. */
export type Fix =
	/** By the scheduled job. */
	| { by: "job" }
	/** By bringing Stripe's event of this payment to the webhook once more. */
	| { by: "event"; intentId: string }
	/** By these statements, in one transaction; the last one says by its changes whether it held. */
	| { by: "sql"; statements: string[] };

export interface Finding {
	/** The id of the tool, order, payment, picture or the name of the partner or setting it is about. */
	subject: string;
	/** One sentence. */
	message: string;
	/** Absent where a person has to decide. */
	fix?: Fix;
}

export const checkNames = [
	"settings",
	"stock",
	"orders",
	"reservations",
	"refunds",
	"mails",
	"payments",
	"partners",
	"searches",
	"orphans",
	"pictures",
] as const;
export type CheckName = (typeof checkNames)[number];

/** `skipped` is a check that could not be made; `reason` says why. */
export interface Check {
	check: CheckName;
	status: "ok" | "fail" | "skipped";
	/** How many things were looked at. */
	checked: number;
	findings: Finding[];
	reason?: string;
}

/** A check that was made. */
export function checkResult(check: CheckName, checked: number, findings: Finding[]): Check {
	return { check, status: findings.length > 0 ? "fail" : "ok", checked, findings };
}

/** A check that could not be made. */
export function skippedCheck(check: CheckName, reason: string): Check {
	return { check, status: "skipped", checked: 0, findings: [], reason };
}

/** The exit status of a report: 0 all well, 1 something is wrong, 2 something could not be looked at. */
export function exitStatus(checks: Check[]): 0 | 1 | 2 {
	if (checks.some(({ status }) => status === "fail")) return 1;
	return checks.some(({ status }) => status === "skipped") ? 2 : 0;
}

/** The report for programs. `fixed` counts, by check, what was just fixed. */
export function toJson(target: string, checks: Check[], fixed: Record<string, number>): string {
	const status = (["ok", "fail", "skipped"] as const)[exitStatus(checks)];
	return JSON.stringify(
		{ shop: target, checkedAt: new Date().toISOString(), status, checks, fixed },
		null,
		2,
	);
}

/** The report for people: a line a check, what was found below. */
export function toTable(target: string, checks: Check[]): string {
	const symbol = { ok: "✓", fail: "✗", skipped: "?" };
	const nameWidth = Math.max(...checkNames.map((name) => name.length)) + 2;
	const lines = checks.flatMap(({ check, status, checked, findings, reason }) => [
		`${symbol[status]} ${check.padEnd(nameWidth)}${reason ?? summary(status, checked, findings.length)}`,
		...findings.map(({ subject, message, fix }) => {
			return `    ${subject}: ${message}${fix ? "" : " (for a person to decide)"}`;
		}),
	]);
	return [`The shop ${target}`, "", ...lines, ""].join("\n");
}

function summary(status: Check["status"], checked: number, findingCount: number): string {
	return status === "ok"
		? `${checked} looked at, all well`
		: `${checked} looked at, ${findingCount} wrong`;
}
