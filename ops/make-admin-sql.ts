/** The SQL of `npm run make-admin`, for wrangler's command line, and what its result means. */
import { createHash, randomUUID } from "node:crypto";
import * as v from "valibot";
import { type Role, roles } from "../src/access/roles.ts";
import type { AuditAction } from "../src/shop/audit/audit-actions.ts";

const adminRole: Role = "admin";
const auditAction: AuditAction = "user.made_admin";

/**
 * Makes an account an administrator and writes the audit row, which has no actor: the shop's owner need
 * not have an account. Changes nothing if the account is blocked, or if the e-mail is not verified,
 * since anyone may have signed up with it. The first statement returns the previous role, whether the e-mail
 * is verified and the account blocked, or no row.
 */
export function adminSql(email: string, now = Date.now()): string {
	const whereEmail = `where email = ${sqlLiteral(email)}`;
	const whereEligible = `${whereEmail} and role <> ${sqlLiteral(adminRole)} and email_verified = 1 and blocked_at is null`;
	return [
		`select role, email_verified as verified, blocked_at is not null as blocked from users ${whereEmail}`,
		`insert into audit (created_at, actor_id, action, subject_id, detail) select ${now}, null, ${sqlLiteral(auditAction)}, id, '{}' from users ${whereEligible}`,
		`update users set role = ${sqlLiteral(adminRole)}, updated_at = ${now} ${whereEligible}`,
	].join(";\n");
}

const accountBefore = v.object({
	role: v.picklist(roles),
	verified: v.number(),
	blocked: v.number(),
});

/** Returns whether an account is an administrator after `adminSql`, and why, by the row of its first statement. */
export function adminOutcome(
	row: unknown,
	email: string,
	shopLabel: string,
): { isAdmin: boolean; text: string } {
	const failed = (text: string) => ({ isAdmin: false, text });
	if (row === undefined)
		return failed(`There is no account ${email} in ${shopLabel}. Sign up there first.`);
	const { role, verified, blocked } = v.parse(accountBefore, row);
	if (blocked !== 0)
		return failed(`${email} is blocked in ${shopLabel}. An administrator can unblock it.`);
	if (role === adminRole)
		return { isAdmin: true, text: `${email} is already an administrator of ${shopLabel}.` };
	if (verified === 0)
		return failed(
			`${email} is not verified. Sign in to ${shopLabel}, open the link in the e-mail from the shop (My Profile sends another), and try again. If the shop can't send e-mails, add --link.`,
		);
	return { isAdmin: true, text: `${email} is now an administrator of ${shopLabel}.` };
}

/** How long the link of `resetLinkSql` works, in milliseconds: an hour, as those in e-mails. */
const linkLifetimeMs = 60 * 60_000;

/**
 * Stores a token that resets the password of an account, as the link in an e-mail has, and then verifies its address: for
 * a shop that can't send e-mails yet. Whoever may write to the database owns the shop. The link sets a new password and
 * ends all sessions, so an account that somebody else created with the owner's e-mail is the owner's after it. The
 * first statement returns a row if the account exists.
 */
export function resetLinkSql(email: string, token: string, now = Date.now()): string {
	const whereEmail = `where email = ${sqlLiteral(email)} and blocked_at is null`;
	// better-auth stores it like this: `storeIdentifier` in src/platform/auth/auth.ts.
	const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
	return [
		`select id from users ${whereEmail}`,
		`insert into verifications (id, identifier, value, expires_at, created_at, updated_at) select ${sqlLiteral(randomUUID())}, ${sqlLiteral(identifier)}, id, ${now + linkLifetimeMs}, ${now}, ${now} from users ${whereEmail}`,
	].join(";\n");
}

/** A string as a hex literal, safe from injection: the command line can't bind values. */
function sqlLiteral(text: string): string {
	return `cast(x'${Buffer.from(text).toString("hex")}' as text)`;
}
