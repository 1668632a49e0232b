/** What `npm run make-admin` asks of the database, as SQL that wrangler's command line takes. */
import { randomUUID } from "node:crypto";
import type { AuditAction } from "../src/shop/audit/audit.ts";
import type { Role } from "../src/shop/users/users.ts";

const adminRole: Role = "admin";
const userRole: Role = "user";
const auditAction: AuditAction = "user.made_admin";

/**
 * Looks the account up, writes the audit row while it is still a user's, then makes it an
 * administrator's; neither where the e-mail is not verified, since whoever typed it need not be its
 * owner. The first statement gives the role it had and whether it is verified, or no row. Nobody acts but the owner
 * of the shop, who is no user: the audit row has no actor.
 */
export function adminSql(email: string, now = Date.now()): string {
	const whereEmail = `where email = ${sqlLiteral(email)}`;
	const whereEligible = `${whereEmail} and role = ${sqlLiteral(userRole)} and email_verified = 1`;
	return [
		`select role, email_verified as verified from users ${whereEmail}`,
		`insert into audit (id, created_at, actor_id, action, subject_id, detail) select ${sqlLiteral(randomUUID())}, ${now}, null, ${sqlLiteral(auditAction)}, id, '{}' from users ${whereEligible}`,
		`update users set role = ${sqlLiteral(adminRole)}, updated_at = ${now} ${whereEligible}`,
	].join(";\n");
}

/** A text that can't be anything but that text, as its bytes in hex: the command line binds no values. */
function sqlLiteral(text: string): string {
	return `cast(x'${Buffer.from(text).toString("hex")}' as text)`;
}
