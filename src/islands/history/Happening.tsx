import { auditWords } from "../../messages.history.ts";
import { type AuditEntry, wordsOf } from "../../shop/audit/audit.ts";
import { formatMoment } from "../../shop/values.ts";
import { sitePaths } from "../../site.ts";

interface Props {
	entry: AuditEntry;
	/** Whether all that is shown is about this one thing. */
	alone: boolean;
}

/** One thing that happened: who did what, or what happened and who reported it; and when. */
export function Happening({ entry, alone }: Props) {
	const event = auditWords.isEvent(entry.action);
	const { who } = entry;
	return (
		<li className="border-b border-base-300 pb-4">
			<p>
				{!event && (
					<>
						<strong>{who?.name ?? auditWords.theShop}</strong>{" "}
						{who && <span className="text-quiet">({who.email})</span>}{" "}
					</>
				)}
				{wordsOf(entry)}
			</p>
			<p className="text-sm text-quiet">
				<time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
				{event && ` · ${who ? auditWords.reportedBy(who) : auditWords.byTheShop}`}
				{!alone && (
					<>
						{" · "}
						<a className="link" href={sitePaths.historyOfOne(entry.subject)}>
							{auditWords.onlyThis[entry.action.split(".")[0] === "user" ? "user" : "thing"]}
						</a>
					</>
				)}
			</p>
		</li>
	);
}
