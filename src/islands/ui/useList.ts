import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ListPage } from "../../shop/paging.ts";
import { fetchUntil, type PageQuery } from "./list-pages.ts";
import { type ListQuery, urlWithListQuery } from "./list-query.ts";
import { readScrollPosition, trackScrollPosition } from "./scroll-position.ts";
import { errorMessage, redirectIfSignedOut } from "./useSend.ts";

interface Options<Item, Sort extends string> {
	fetchPage: (query: PageQuery<Sort>) => Promise<ListPage<Item>>;
	getId: (item: Item) => string;
	/** What the address asked for. */
	listQuery: ListQuery<Sort>;
	/** The sort that goes without saying. */
	defaultSort: Sort;
	/** How many are fetched at first and with each "more". */
	pageSize: number;
	/** The first page, which the server has rendered. */
	initialPage: ListPage<Item>;
}

type FetchKind = "list" | "more";

interface State<Item> extends ListPage<Item> {
	/** What is being fetched. */
	busy: FetchKind | undefined;
	failed: { kind: FetchKind; message: string } | undefined;
}

const debounceMs = 250;

/**
 * A list that is searched and sorted by the server and grows page by page. The address holds
 * what was asked, the history entry how much was loaded and where one stood, so that Back gives
 * the same list, freshly fetched. Late answers to earlier questions are dropped.
 */
export function useList<Item, Sort extends string>(options: Options<Item, Sort>) {
	const { initialPage, defaultSort, pageSize } = options;
	const latestOptions = useRef(options);
	latestOptions.current = options;
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

	const load = useCallback(
		async (
			kind: FetchKind | "quietly",
			query: ListQuery<Sort>,
			count: number,
			from?: ListPage<Item>,
		): Promise<void> => {
			latestRequest.current += 1;
			const request = latestRequest.current;
			const { fetchPage, getId } = latestOptions.current;
			if (kind !== "quietly")
				setState((previous) => ({ ...previous, busy: kind, failed: undefined }));
			try {
				const page = await fetchUntil(fetchPage, getId, query, count, from);
				if (request === latestRequest.current)
					setState({ ...page, busy: undefined, failed: undefined });
			} catch (error) {
				if (request !== latestRequest.current || redirectIfSignedOut(error) || kind === "quietly")
					return;
				const failed = { kind, message: errorMessage(error) };
				setState((previous) => ({ ...previous, busy: undefined, failed }));
			}
		},
		[],
	);

	// Once: what Back has to restore, where that was more than the first page.
	useEffect(() => {
		const position = readScrollPosition(history.state);
		const { initialPage, listQuery, pageSize } = latestOptions.current;
		restoreScrollTo.current = position?.scroll;
		const count = Math.max(pageSize, position?.loaded ?? 0);
		if (count > initialPage.items.length && initialPage.next)
			void load("more", listQuery, count, initialPage);
	}, [load]);

	// A page the browser had put aside whole shows what was true then: fetch it again, in place.
	const latestView = useRef({ asked: listQuery, count: 0 });
	latestView.current = { asked: listQuery, count: state.items.length };
	useEffect(() => {
		const refresh = ({ persisted }: PageTransitionEvent) => {
			const { asked: listQuery, count } = latestView.current;
			if (persisted)
				void load("quietly", listQuery, Math.max(count, latestOptions.current.pageSize));
		};
		addEventListener("pageshow", refresh);
		return () => removeEventListener("pageshow", refresh);
	}, [load]);

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
		void load("list", query, pageSize);
	};
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	/** Asks for something else: at once, or when the typing pauses. */
	const updateQuery = (query: ListQuery<Sort>, { atOnce: immediate = false } = {}) => {
		setListQuery(query);
		clearTimeout(timer.current);
		if (immediate) applyQuery(query);
		else timer.current = setTimeout(() => applyQuery(query), debounceMs);
	};

	const updateItems = useCallback(
		(items: (previous: Item[]) => Item[]) =>
			setState((previous) => ({ ...previous, items: items(previous.items) })),
		[],
	);
	/** Shows a row as it is now. */
	const replace = useCallback(
		(item: Item) => {
			const { getId } = latestOptions.current;
			updateItems((previous) => previous.map((row) => (getId(row) === getId(item) ? item : row)));
		},
		[updateItems],
	);
	/** Takes a row out. Its button is gone with it, so the keyboard's place moves to the count. */
	const remove = useCallback(
		(id: string) => {
			refocusStatus.current = true;
			updateItems((previous) =>
				previous.filter((item) => latestOptions.current.getId(item) !== id),
			);
		},
		[updateItems],
	);

	const loadMore = () =>
		load("more", listQuery, loadedCount + pageSize, { items: state.items, next: state.next });
	return {
		...state,
		asked: listQuery,
		status,
		ask: updateQuery,
		more: loadMore,
		retry: () => (state.failed?.kind === "more" ? loadMore() : load("list", listQuery, pageSize)),
		replace,
		drop: remove,
	};
}

export type List<Item, Sort extends string> = ReturnType<typeof useList<Item, Sort>>;
