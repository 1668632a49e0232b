import { callPage } from "../../http/call.ts";
import { auditMessages } from "../../messages/audit.ts";
import * as lists from "../../messages/lists.ts";
import { listAuditEndpoint } from "../../shop/audit/audit.api.ts";
import { type AuditEntry, auditPageSize } from "../../shop/audit/audit.ts";
import type { AuditKind } from "../../shop/audit/audit-actions.ts";
import type { ListPage } from "../../values/paging.ts";
import { Empty } from "../ui/Empty.tsx";
import { ListView } from "../ui/ListView.tsx";
import type { ListQuery } from "../ui/list-query.ts";
import { useList } from "../ui/useList.ts";
import { AuditEvent } from "./AuditEvent.tsx";

/** The audit log has one sort only. */
type AuditSort = "-createdAt";

interface Props {
	/** Shows one kind or one subject only; all entries if neither is set. */
	filter: { kind?: AuditKind; subject?: string };
	/** The page that the server rendered. */
	initialPage: ListPage<AuditEntry>;
	listQuery: ListQuery<AuditSort>;
}

/** The audit log, newest first. */
export function AuditLog({ filter, initialPage, listQuery }: Props) {
	const list = useList<AuditEntry, AuditSort>({
		fetchPage: ({ limit, cursor }) =>
			callPage(listAuditEndpoint, { query: { ...filter, limit, ...(cursor && { cursor }) } }),
		getId: (entry) => entry._id,
		listQuery,
		defaultSort: "-createdAt",
		pageSize: auditPageSize,
		initialPage,
	});
	return (
		<ListView
			list={list}
			itemNames={lists.listedEntries}
			empty={
				<Empty
					picture="no-results"
					text={auditMessages.noEntries}
					hint={auditMessages.aboutEntries}
				/>
			}
		>
			{(entries) => (
				<ol className="lines">
					{entries.map((entry) => (
						<AuditEvent key={entry._id} entry={entry} oneSubject={filter.subject !== undefined} />
					))}
				</ol>
			)}
		</ListView>
	);
}
