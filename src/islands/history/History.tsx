import { callPage } from "../../http/call.ts";
import type { ListPage } from "../../http/paging.ts";
import { auditWords } from "../../messages.history.ts";
import { listAuditEndpoint } from "../../shop/audit/audit.api.ts";
import { type AuditEntry, type AuditKind, auditPageSize } from "../../shop/audit/audit.ts";
import type { Asked } from "../ui/asked.ts";
import { ListFrame } from "../ui/ListFrame.tsx";
import { useList } from "../ui/useList.ts";
import { Happening } from "./Happening.tsx";

/** The history comes in one order only. */
type HistorySort = "-createdAt";

interface Props {
	/** The one kind, or the one thing, whose history it is; everything's where neither is named. */
	about: { kind?: AuditKind; subject?: string };
	/** The page the server has rendered. */
	first: ListPage<AuditEntry>;
	asked: Asked<HistorySort>;
}

/** Who changed what, newest first. */
export function History({ about, first, asked }: Props) {
	const list = useList<AuditEntry, HistorySort>({
		fetchPage: ({ limit, cursor }) =>
			callPage(listAuditEndpoint, { query: { ...about, limit, ...(cursor && { cursor }) } }),
		idOf: (entry) => entry._id,
		asked,
		standard: "-createdAt",
		pageSize: auditPageSize,
		first,
	});
	return (
		<ListFrame list={list} nouns={["entry", "entries"]} empty={<p>{auditWords.nothingYet}</p>}>
			{(entries) => (
				<ol className="grid gap-4">
					{entries.map((entry) => (
						<Happening key={entry._id} entry={entry} alone={about.subject !== undefined} />
					))}
				</ol>
			)}
		</ListFrame>
	);
}
