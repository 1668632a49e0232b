import { auditMessages } from "../../messages/audit.ts";
import { staffPaths } from "../../paths/staff.ts";
import { type AuditEntry, describeAuditEntry } from "../../shop/audit/audit.ts";
import { formatTimestamp } from "../../values/fields.ts";
import { shownEmail } from "../../values/shown-email.ts";

interface Props {
	entry: AuditEntry;
	/** Whether the page shows the entries of one subject only. */
	oneSubject: boolean;
}

/** One audit entry: who did what and when, or for events of the shop who reported or requested it. */
export function AuditEvent({ entry, oneSubject }: Props) {
	const isSystemEvent = auditMessages.isEvent(entry.action);
	const { who } = entry;
	const { isRequested, requestedBy, reportedBy } = auditMessages;
	const byUser = isRequested(entry.action) ? requestedBy : reportedBy;
	return (
		<li>
			<p>
				{!isSystemEvent && (
					<>
						<strong>{who?.name ?? auditMessages.systemActor}</strong>{" "}
						{who && <span className="text-quiet">({shownEmail(who.email)})</span>}{" "}
					</>
				)}
				{describeAuditEntry(entry)}
			</p>
			<p className="text-sm text-quiet">
				<time dateTime={entry.createdAt}>{formatTimestamp(entry.createdAt)}</time>
				{isSystemEvent &&
					` · ${who ? byUser({ ...who, email: shownEmail(who.email) }) : auditMessages.bySystem}`}
				{!oneSubject && (
					<>
						{" · "}
						<a className="link" href={staffPaths.auditBySubject(entry.subject)}>
							{
								auditMessages.filterLabels[
									entry.action.split(".")[0] === "user" ? "user" : "subject"
								]
							}
						</a>
					</>
				)}
			</p>
		</li>
	);
}
