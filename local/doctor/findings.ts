/** What a check finds, and how a report is made of it. */

/** How a finding can be mended. */
export type Mend =
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
	says: string;
	/** Absent where a person has to decide. */
	mend?: Mend;
}

export const checkNames = [
	"settings",
	"stock",
	"orders",
	"holds",
	"refunds",
	"mails",
	"payments",
	"partners",
	"searches",
	"orphans",
	"pictures",
] as const;
export type CheckName = (typeof checkNames)[number];

/** `unseen` is a check that could not be made; `why` then says so. */
export interface Check {
	check: CheckName;
	status: "well" | "wrong" | "unseen";
	/** How many things were looked at. */
	looked: number;
	findings: Finding[];
	why?: string;
}

/** A check that was made. */
export function made(check: CheckName, looked: number, findings: Finding[]): Check {
	return { check, status: findings.length > 0 ? "wrong" : "well", looked, findings };
}

/** A check that could not be made. */
export function unseen(check: CheckName, why: string): Check {
	return { check, status: "unseen", looked: 0, findings: [], why };
}

/** The exit status of a report: 0 all well, 1 something is wrong, 2 something could not be looked at. */
export function exitStatus(checks: Check[]): 0 | 1 | 2 {
	if (checks.some(({ status }) => status === "wrong")) return 1;
	return checks.some(({ status }) => status === "unseen") ? 2 : 0;
}

/** The report for programs. `mended` counts, by check, what was just put right. */
export function asJson(place: string, checks: Check[], mended: Record<string, number>): string {
	const status = (["well", "wrong", "unseen"] as const)[exitStatus(checks)];
	return JSON.stringify(
		{ shop: place, lookedAt: new Date().toISOString(), status, checks, mended },
		null,
		2,
	);
}

/** The report for people: a line a check, what was found below. */
export function asTable(place: string, checks: Check[]): string {
	const sign = { well: "✓", wrong: "✗", unseen: "?" };
	const widest = Math.max(...checkNames.map((name) => name.length)) + 2;
	const lines = checks.flatMap(({ check, status, looked, findings, why }) => [
		`${sign[status]} ${check.padEnd(widest)}${why ?? said(status, looked, findings.length)}`,
		...findings.map(({ subject, says, mend }) => {
			return `    ${subject}: ${says}${mend ? "" : " (for a person to decide)"}`;
		}),
	]);
	return [`The shop ${place}`, "", ...lines, ""].join("\n");
}

function said(status: Check["status"], looked: number, found: number): string {
	return status === "well"
		? `${looked} looked at, all well`
		: `${looked} looked at, ${found} wrong`;
}
