import type { ReactNode, Ref } from "react";
import * as common from "../../messages/common.ts";
import * as lists from "../../messages/lists.ts";
import * as messages from "../../messages/messages.ts";
import { Button } from "./Button.tsx";
import { Empty } from "./Empty.tsx";
import { ErrorWithRetry } from "./ErrorWithRetry.tsx";
import { ListSearch } from "./ListSearch.tsx";
import type { List } from "./useList.ts";

interface Props<Item, Sort extends string> {
	list: List<Item, Sort>;
	itemNames: lists.ItemNames;
	/** Shown if the list is empty. */
	empty: ReactNode;
	/** The placeholder of the search field; without it the list has no search. */
	searchPlaceholder?: string;
	/** The labels of the sorts, if there is more than one. */
	sortLabels?: Readonly<Record<Sort, string>>;
	children: (items: Item[]) => ReactNode;
}

/**
 * A list in every state: empty, nothing found, failed, shown, more available. It is at least as high as
 * the viewport, so that the content below does not shift when the items change.
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
			<StatusLine elementRef={list.status} text={listStatus(list, itemNames)} />
			<ListBody {...props} />
		</div>
	);
}

function StatusLine({ elementRef, text }: { elementRef: Ref<HTMLParagraphElement>; text: string }) {
	return (
		<p ref={elementRef} role="status" tabIndex={-1} className="list-status text-sm text-quiet">
			{text}
		</p>
	);
}

function ListBody<Item, Sort extends string>({
	list,
	itemNames,
	empty,
	children,
}: Props<Item, Sort>) {
	const { items, busy, failed } = list;
	if (failed?.kind === "list")
		return <ErrorWithRetry message={failed.message} onRetry={list.retry} />;
	if (items.length === 0 && busy) return null;
	if (items.length === 0) {
		const searchText = list.listQuery.q.trim();
		return searchText ? (
			<NothingFound
				searchText={searchText}
				onShowAll={() => list.updateQuery({ ...list.listQuery, q: "" }, { immediate: true })}
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
				<Button
					look="btn-outline justify-self-center"
					disabled={busy !== undefined}
					onClick={list.loadMore}
				>
					{busy === "more" ? common.loading : itemNames.more}
				</Button>
			)}
		</>
	);
}

function NothingFound({ searchText, onShowAll }: { searchText: string; onShowAll: () => void }) {
	return (
		<Empty picture="no-results" text={messages.noMatches(searchText)}>
			<Button onClick={onShowAll}>{common.showAll}</Button>
		</Empty>
	);
}

/** How many items are shown, also announced by screen readers. */
function listStatus<Item, Sort extends string>(
	{ items, next, truncatedTo, busy, failed }: List<Item, Sort>,
	itemNames: lists.ItemNames,
): string {
	if (failed) return "";
	if (busy === "list") return common.searching;
	const truncationNote = truncatedTo === undefined ? "" : messages.truncatedTo(truncatedTo);
	if (items.length === 0) return truncationNote;
	const countLabel = itemNames.count(items.length);
	const summary = next ? lists.moreAvailable(countLabel) : countLabel;
	return truncationNote ? `${summary}. ${truncationNote}` : summary;
}
