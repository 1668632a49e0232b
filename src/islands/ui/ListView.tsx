import type { ReactNode } from "react";
import * as messages from "../../messages.ts";
import { ErrorWithRetry } from "./ErrorWithRetry.tsx";
import { ListSearch } from "./ListSearch.tsx";
import { useHydrated } from "./useHydrated.ts";
import type { List } from "./useList.ts";

interface Props<Item, Sort extends string> {
	list: List<Item, Sort>;
	/** What the items are called: "tool", "tools". */
	itemNames: readonly [one: string, many: string];
	/** What stands there where the whole list is empty. */
	empty: ReactNode;
	/** What can be looked for, as a placeholder; without it the list has no search. */
	searchPlaceholder?: string;
	/** The sorts and their words, where there is a choice. */
	sortLabels?: Readonly<Record<Sort, string>>;
	children: (items: Item[]) => ReactNode;
}

/**
 * A list in every state: empty, nothing found, failed, shown, and more to come. It is as high as the
 * window: what stands below it does not jump when another list comes.
 */
export function ListView<Item, Sort extends string>(props: Props<Item, Sort>) {
	const { list, itemNames, searchPlaceholder, sortLabels } = props;
	return (
		<div className="grid min-h-dvh content-start gap-5">
			{searchPlaceholder && (
				<ListSearch
					list={list}
					itemNames={itemNames}
					searchPlaceholder={searchPlaceholder}
					{...(sortLabels && { sortLabels })}
				/>
			)}
			<p ref={list.status} role="status" tabIndex={-1} className="list-status text-sm text-quiet">
				{listStatus(list, itemNames)}
			</p>
			<ListBody {...props} />
		</div>
	);
}

function ListBody<Item, Sort extends string>({
	list,
	itemNames,
	empty,
	children,
}: Props<Item, Sort>) {
	const { items, busy, failed } = list;
	const hydrated = useHydrated();
	if (failed?.kind === "list")
		return <ErrorWithRetry message={failed.message} onRetry={list.retry} />;
	if (items.length === 0 && busy) return null;
	if (items.length === 0) {
		const searchText = list.asked.q.trim();
		return searchText ? (
			<NothingFound
				searchText={searchText}
				onShowAll={() => list.ask({ ...list.asked, q: "" }, { atOnce: true })}
			/>
		) : (
			empty
		);
	}
	return (
		<>
			<div aria-busy={busy === "list"} className="list-items">
				{children(items)}
			</div>
			{failed && <ErrorWithRetry message={failed.message} onRetry={list.retry} />}
			{list.next && !failed && (
				<button
					type="button"
					className="btn btn-outline justify-self-center"
					disabled={!hydrated || busy !== undefined}
					onClick={list.more}
				>
					{busy === "more" ? "Loading …" : `More ${itemNames[1]}`}
				</button>
			)}
		</>
	);
}

function NothingFound({ searchText, onShowAll }: { searchText: string; onShowAll: () => void }) {
	return (
		<div className="grid justify-items-start gap-4 py-4">
			<p>{messages.noMatches(searchText)}</p>
			<button type="button" className="btn btn-outline" onClick={onShowAll}>
				Show all
			</button>
		</div>
	);
}

/** How many are shown, for the eye and the screen reader. */
function listStatus<Item, Sort extends string>(
	{ items, next, truncatedTo, busy, failed }: List<Item, Sort>,
	[singular, plural]: readonly [string, string],
): string {
	if (failed) return "";
	if (busy === "list") return "Searching …";
	const truncationNote = truncatedTo === undefined ? "" : messages.truncatedTo(truncatedTo);
	if (items.length === 0) return truncationNote;
	const countLabel = `${items.length.toLocaleString("en-US")} ${items.length === 1 ? singular : plural}`;
	const summary = next ? `${countLabel} shown, more follow` : countLabel;
	return truncationNote ? `${summary}. ${truncationNote}` : summary;
}
