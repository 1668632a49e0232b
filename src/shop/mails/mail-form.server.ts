/** The form of an e-mail's texts: stores them, and sends a test of them. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { audit } from "../../db/audit-tables.ts";
import { type FieldErrors, ShopError } from "../../errors.ts";
import { mailSettings as texts } from "../../messages/settings.ts";
import { batch } from "../../platform/database/database.ts";
import { logError } from "../../platform/services/log.ts";
import { sendMail } from "../../platform/services/mail.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { parseForm } from "../../values/parse-form.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import {
	type EditableMail,
	isEditableMail,
	mailForm,
	type OwnMailText,
	type OwnMailTexts,
} from "../settings/mail-texts.ts";
import { readSettings, saveSetting } from "../settings/settings.server.ts";
import { renderMail } from "./layout.ts";
import { sampleMail } from "./sample-mails.ts";

/** How many tests an administrator sends in an hour. */
const testsAnHour = 10;
const hourMs = 3_600_000;

/** Returns the e-mail of this name that has texts of the owner, or undefined. */
export const editableMailOf = (name: string | null): EditableMail | undefined =>
	name !== null && isEditableMail(name) ? name : undefined;

/** What came of a form: it was saved, or a test was sent; or what is wrong, by part, or with all of it. */
type MailFormResult =
	| { done: "saved" | "tested" }
	| { fields: FieldErrors }
	| { problems: string[] };

/** Does what a form of an e-mail's texts asks for. */
export async function handleMailForm(
	caller: Caller,
	kind: EditableMail,
	form: URLSearchParams,
): Promise<MailFormResult> {
	const action = form.get("do");
	const read = action === "reset" ? { output: {} } : parseForm(mailForm(kind), form);
	if ("fields" in read) return read;
	const own: OwnMailText = read.output;
	if (action === "test") return sendTest(caller, kind, own);
	const { mails } = await readSettings();
	const { [kind]: _, ...others } = mails.value ?? {};
	const all: OwnMailTexts = Object.values(own).some(Boolean) ? { ...others, [kind]: own } : others;
	const value = Object.keys(all).length > 0 ? JSON.stringify(all) : null;
	try {
		await saveSetting(caller, "mails", { value, version: Number(form.get("version")) });
	} catch (error) {
		if (!(error instanceof ShopError) || error.code !== "setting_changed") throw error;
		return { problems: [texts.changedMeanwhile] };
	}
	return { done: "saved" };
}

/** Sends an e-mail with these texts to the administrator, unless there were too many tests in the last hour. */
async function sendTest(
	{ id, email }: Caller,
	kind: EditableMail,
	own: OwnMailText,
): Promise<MailFormResult> {
	const subject = `mail-test:${id}`;
	const recent = and(
		eq(audit.subjectId, subject),
		gt(audit.createdAt, new Date(Date.now() - hourMs)),
	);
	const { counted } = await batch({
		counted: insertAuditEvent(
			{
				action: "setting.mail_tested",
				actorId: id,
				subject,
				detail: { name: texts.names[kind] },
			},
			sql`where (select count(*) from ${audit} where ${recent}) < ${testsAnHour}`,
		).returning({ number: audit.number }),
	});
	if (counted.length === 0) return { problems: [texts.tooManyTests(testsAnHour)] };
	const mail = renderMail(sampleMail(kind, own, (path) => shopOrigin() + path));
	try {
		await sendMail(email, { ...mail, subject: texts.testSubject(mail.subject) });
	} catch (error) {
		logError("mail", error, { mail: kind });
		return { problems: [texts.testFailed] };
	}
	return { done: "tested" };
}
