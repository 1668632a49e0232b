import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ListPage } from "../../values/paging.ts";
import { fetchUntil, type PageQuery } from "./list-pages.ts";
import { type ListQuery, urlWithListQuery } from "./list-query.ts";
import { readScrollPosition, trackScrollPosition } from "./scroll-position.ts";
import { errorMessage, redirectIfSignedOut } from "./useSend.ts";

interface Options<Item, Sort extends string> {
	fetchPage: (query: PageQuery<Sort>) => Promise<ListPage<Item>>;
	/** The same function in each render, or `replace` and `remove` change too. */
	getId: (item: Item) => string;
	/** The list query from the URL. */
	listQuery: ListQuery<Sort>;
	/** The sort that the URL omits. */
	defaultSort: Sort;
	/** How many items are shown at first, and added with each "more". */
	pageSize: number;
	/** The first page, rendered by the server. */
	initialPage: ListPage<Item>;
}

type FetchKind = "list" | "more";

interface State<Item> extends ListPage<Item> {
	/** What is being fetched, if anything. */
	busy: FetchKind | undefined;
	failed: { kind: FetchKind; message: string } | undefined;
}

const debounceMs = 250;

/**
 * A list that the server searches and sorts and that grows page by page. The URL contains the list query,
 * the history entry the number of loaded items and the scroll position, so that Back shows the same list
 * with current data. Late responses to earlier requests are ignored.
 */
export function useList<Item, Sort extends string>(options: Options<Item, Sort>) {
	const { fetchPage, getId, initialPage, defaultSort, pageSize } = options;
	const [listQuery, setListQuery] = useState(options.listQuery);
	const [state, setState] = useState<State<Item>>({
		...initialPage,
		busy: undefined,
		failed: undefined,
	});
	const latestRequest = useRef(0);
	const restoreScrollTo = useRef<number>(undefined);
	const status = useRef<HTMLParagraphElement>(null);
	const refocusStatus = useRef(false);

	const load = (
		kind: FetchKind | "silent",
		query: ListQuery<Sort>,
		count: number,
		from?: ListPage<Item>,
	): void => {
		latestRequest.current += 1;
		const request = latestRequest.current;
		if (kind !== "silent") setState((previous) => ({ ...previous, busy: kind, failed: undefined }));
		fetchUntil(fetchPage, getId, query, count, from).then(
			(page) => {
				if (request === latestRequest.current)
					setState({ ...page, busy: undefined, failed: undefined });
			},
			(error: unknown) => {
				if (request !== latestRequest.current || redirectIfSignedOut(error) || kind === "silent")
					return;
				const failed = { kind, message: errorMessage(error) };
				setState((previous) => ({ ...previous, busy: undefined, failed }));
			},
		);
	};

	// Read before an effect stores the new position in the same history entry. The server has no history.
	const [position] = useState(() =>
		typeof history === "undefined" ? undefined : readScrollPosition(history.state),
	);
	// Once, on mount: after Back, load as many items as were shown before.
	const restorePosition = useEffectEvent(() => {
		restoreScrollTo.current = position?.scroll;
		const count = Math.max(pageSize, position?.loaded ?? 0);
		if (count > initialPage.items.length && initialPage.next)
			load("more", listQuery, count, initialPage);
	});
	// biome-ignore lint/nursery/useReactCompiler: the list says that it is loading
	useEffect(() => restorePosition(), []);

	// A page restored from the back/forward cache shows old data: fetch it again, in place.
	const refetch = useEffectEvent(() =>
		load("silent", listQuery, Math.max(state.items.length, pageSize)),
	);
	useEffect(() => {
		const refresh = ({ persisted }: PageTransitionEvent) => {
			if (persisted) refetch();
		};
		addEventListener("pageshow", refresh);
		return () => removeEventListener("pageshow", refresh);
	}, []);

	const loadedCount = state.items.length;
	const { busy } = state;
	useLayoutEffect(() => {
		if (busy) return;
		if (restoreScrollTo.current !== undefined)
			scroll({ top: restoreScrollTo.current, behavior: "instant" });
		restoreScrollTo.current = undefined;
		if (refocusStatus.current) status.current?.focus({ preventScroll: true });
		refocusStatus.current = false;
		return trackScrollPosition(loadedCount);
	}, [loadedCount, busy]);

	const applyQuery = (query: ListQuery<Sort>) => {
		history.replaceState(history.state, "", urlWithListQuery(location.href, query, defaultSort));
		load("list", query, pageSize);
	};
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	/** Changes search or sort: immediately, or when typing pauses. */
	const updateQuery = (query: ListQuery<Sort>, { immediate = false } = {}) => {
		setListQuery(query);
		clearTimeout(timer.current);
		if (immediate) applyQuery(query);
		else timer.current = setTimeout(() => applyQuery(query), debounceMs);
	};

	const updateItems = useCallback(
		(update: (previous: Item[]) => Item[]) =>
			setState((previous) => ({ ...previous, items: update(previous.items) })),
		[],
	);
	/** Replaces an item with its changed version. */
	const replace = useCallback(
		(item: Item) => {
			updateItems((previous) => previous.map((row) => (getId(row) === getId(item) ? item : row)));
		},
		[getId, updateItems],
	);
	/** Removes an item. Its button disappears with it, so the focus moves to the status line. */
	const remove = useCallback(
		(id: string) => {
			refocusStatus.current = true;
			updateItems((previous) => previous.filter((item) => getId(item) !== id));
		},
		[getId, updateItems],
	);

	const loadMore = () =>
		load("more", listQuery, loadedCount + pageSize, { items: state.items, next: state.next });
	return {
		...state,
		listQuery,
		/** The status line. */
		status,
		updateQuery,
		loadMore,
		retry: () => (state.failed?.kind === "more" ? loadMore() : load("list", listQuery, pageSize)),
		/** Fetches the list again, in place. */
		refresh: () => load("silent", listQuery, Math.max(loadedCount, pageSize)),
		replace,
		remove,
	};
}

export type List<Item, Sort extends string> = ReturnType<typeof useList<Item, Sort>>;
