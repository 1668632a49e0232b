import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ListPage } from "../../http/paging.ts";
import { type Asked, addressAsking } from "./asked.ts";
import { fetchUpTo, type PageQuery } from "./pages.ts";
import { placeOf, rememberPlace } from "./place.ts";
import { signsInAgain, wordsOf } from "./useSend.ts";

interface Options<Item, Sort extends string> {
	fetchPage: (query: PageQuery<Sort>) => Promise<ListPage<Item>>;
	idOf: (item: Item) => string;
	/** What the address asked for. */
	asked: Asked<Sort>;
	/** The sort that goes without saying. */
	standard: Sort;
	/** How many are fetched at first and with each "more". */
	pageSize: number;
	/** The first page, which the server has rendered. */
	first: ListPage<Item>;
}

type Work = "list" | "more";

interface State<Item> extends ListPage<Item> {
	/** What is being fetched. */
	busy: Work | undefined;
	failed: { work: Work; why: string } | undefined;
}

const debounceMs = 250;

/**
 * A list that is searched and sorted by the server and grows page by page. The address holds
 * what was asked, the history entry how much was loaded and where one stood, so that Back gives
 * the same list, freshly fetched. Late answers to earlier questions are dropped.
 */
export function useList<Item, Sort extends string>(options: Options<Item, Sort>) {
	const { first, standard, pageSize } = options;
	const latest = useRef(options);
	latest.current = options;
	const [asked, setAsked] = useState(options.asked);
	const [state, setState] = useState<State<Item>>({
		...first,
		busy: undefined,
		failed: undefined,
	});
	const turn = useRef(0);
	const scrollTo = useRef<number>(undefined);
	const status = useRef<HTMLParagraphElement>(null);
	const refocus = useRef(false);

	const run = useCallback(
		async (
			work: Work | "quietly",
			want: Asked<Sort>,
			count: number,
			from?: ListPage<Item>,
		): Promise<void> => {
			turn.current += 1;
			const mine = turn.current;
			const { fetchPage, idOf } = latest.current;
			if (work !== "quietly") setState((was) => ({ ...was, busy: work, failed: undefined }));
			try {
				const page = await fetchUpTo(fetchPage, idOf, want, count, from);
				if (mine === turn.current) setState({ ...page, busy: undefined, failed: undefined });
			} catch (error) {
				if (mine !== turn.current || signsInAgain(error) || work === "quietly") return;
				const failed = { work, why: wordsOf(error) };
				setState((was) => ({ ...was, busy: undefined, failed }));
			}
		},
		[],
	);

	// Once: what Back has to restore, where that was more than the first page.
	useEffect(() => {
		const place = placeOf(history.state);
		const { first, asked, pageSize } = latest.current;
		scrollTo.current = place?.scroll;
		const count = Math.max(pageSize, place?.loaded ?? 0);
		if (count > first.items.length && first.next) void run("more", asked, count, first);
	}, [run]);

	// A page the browser had put aside whole shows what was true then: fetch it again, in place.
	const shown = useRef({ asked, count: 0 });
	shown.current = { asked, count: state.items.length };
	useEffect(() => {
		const refresh = ({ persisted }: PageTransitionEvent) => {
			const { asked, count } = shown.current;
			if (persisted) void run("quietly", asked, Math.max(count, latest.current.pageSize));
		};
		addEventListener("pageshow", refresh);
		return () => removeEventListener("pageshow", refresh);
	}, [run]);

	const loaded = state.items.length;
	const { busy } = state;
	useLayoutEffect(() => {
		if (busy) return;
		if (scrollTo.current !== undefined) scroll({ top: scrollTo.current, behavior: "instant" });
		scrollTo.current = undefined;
		if (refocus.current) status.current?.focus({ preventScroll: true });
		refocus.current = false;
		return rememberPlace(loaded);
	}, [loaded, busy]);

	const apply = (want: Asked<Sort>) => {
		history.replaceState(history.state, "", addressAsking(location.href, want, standard));
		void run("list", want, pageSize);
	};
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	/** Asks for something else: at once, or when the typing pauses. */
	const ask = (want: Asked<Sort>, { atOnce = false } = {}) => {
		setAsked(want);
		clearTimeout(timer.current);
		if (atOnce) apply(want);
		else timer.current = setTimeout(() => apply(want), debounceMs);
	};

	const change = useCallback(
		(items: (was: Item[]) => Item[]) => setState((was) => ({ ...was, items: items(was.items) })),
		[],
	);
	/** Shows a row as it is now. */
	const replace = useCallback(
		(item: Item) => {
			const { idOf } = latest.current;
			change((was) => was.map((old) => (idOf(old) === idOf(item) ? item : old)));
		},
		[change],
	);
	/** Takes a row out. Its button is gone with it, so the keyboard's place moves to the count. */
	const drop = useCallback(
		(id: string) => {
			refocus.current = true;
			change((was) => was.filter((item) => latest.current.idOf(item) !== id));
		},
		[change],
	);

	const more = () =>
		run("more", asked, loaded + pageSize, { items: state.items, next: state.next });
	return {
		...state,
		asked,
		status,
		ask,
		more,
		retry: () => (state.failed?.work === "more" ? more() : run("list", asked, pageSize)),
		replace,
		drop,
	};
}

export type List<Item, Sort extends string> = ReturnType<typeof useList<Item, Sort>>;
