import type { ReactNode } from "react";
import * as messages from "../../messages.ts";
import { ListSearch } from "./ListSearch.tsx";
import { Retry } from "./Retry.tsx";
import { useHydrated } from "./useHydrated.ts";
import type { List } from "./useList.ts";

interface Props<Item, Sort extends string> {
	list: List<Item, Sort>;
	/** What the items are called: "tool", "tools". */
	nouns: readonly [one: string, many: string];
	/** What stands there where the whole list is empty. */
	empty: ReactNode;
	/** What can be looked for, as a placeholder; without it the list has no search. */
	searches?: string;
	/** The sorts and their words, where there is a choice. */
	sorts?: Readonly<Record<Sort, string>>;
	children: (items: Item[]) => ReactNode;
}

/**
 * A list in every state: empty, nothing found, failed, shown, and more to come. It is as high as the
 * window: what stands below it does not jump when another list comes.
 */
export function ListFrame<Item, Sort extends string>(props: Props<Item, Sort>) {
	const { list, nouns, searches, sorts } = props;
	return (
		<div className="grid min-h-dvh content-start gap-5">
			{searches && (
				<ListSearch list={list} nouns={nouns} searches={searches} {...(sorts && { sorts })} />
			)}
			<p ref={list.status} role="status" tabIndex={-1} className="list-status text-sm text-quiet">
				{counted(list, nouns)}
			</p>
			<ListBody {...props} />
		</div>
	);
}

function ListBody<Item, Sort extends string>({ list, nouns, empty, children }: Props<Item, Sort>) {
	const { items, busy, failed } = list;
	const hydrated = useHydrated();
	if (failed?.work === "list") return <Retry why={failed.why} onRetry={list.retry} />;
	if (items.length === 0 && busy) return null;
	if (items.length === 0) {
		const words = list.asked.q.trim();
		return words ? (
			<NothingFound
				words={words}
				onAll={() => list.ask({ ...list.asked, q: "" }, { atOnce: true })}
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
			{failed && <Retry why={failed.why} onRetry={list.retry} />}
			{list.next && !failed && (
				<button
					type="button"
					className="btn btn-outline justify-self-center"
					disabled={!hydrated || busy !== undefined}
					onClick={list.more}
				>
					{busy === "more" ? "Loading …" : `More ${nouns[1]}`}
				</button>
			)}
		</>
	);
}

function NothingFound({ words, onAll }: { words: string; onAll: () => void }) {
	return (
		<div className="grid justify-items-start gap-4 py-4">
			<p>{messages.nothingFound(words)}</p>
			<button type="button" className="btn btn-outline" onClick={onAll}>
				Show all
			</button>
		</div>
	);
}

/** How many are shown, for the eye and the screen reader. */
function counted<Item, Sort extends string>(
	{ items, next, newest, busy, failed }: List<Item, Sort>,
	[one, many]: readonly [string, string],
): string {
	if (failed) return "";
	if (busy === "list") return "Searching …";
	const only = newest === undefined ? "" : messages.newestOnly(newest);
	if (items.length === 0) return only;
	const shown = `${items.length.toLocaleString("en-US")} ${items.length === 1 ? one : many}`;
	const all = next ? `${shown} shown, more follow` : shown;
	return only ? `${all}. ${only}` : all;
}
