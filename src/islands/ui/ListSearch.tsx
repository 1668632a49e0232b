import { useEffect, useEffectEvent, useRef } from "react";
import type { ItemNames } from "../../messages/lists.ts";
import * as texts from "../../messages/search.ts";
import type { List } from "./useList.ts";

interface Props<Item, Sort extends string> {
	list: List<Item, Sort>;
	itemNames: ItemNames;
	searchPlaceholder: string;
	sortLabels?: Readonly<Record<Sort, string>>;
}

/** The search field and the sort. Without JavaScript the form is submitted to the server. */
export function ListSearch<Item, Sort extends string>(props: Props<Item, Sort>) {
	const { list, itemNames, searchPlaceholder, sortLabels } = props;
	const { listQuery } = list;
	const input = useRef<HTMLInputElement>(null);
	const select = useRef<HTMLSelectElement>(null);

	const parseSort = (chosen: string | undefined): Sort => {
		const knownSort = Object.keys(sortLabels ?? {}).find((sort) => sort === chosen);
		return (knownSort as Sort | undefined) ?? listQuery.sort;
	};

	// Reads what was typed or chosen before hydration.
	const readInitialInput = useEffectEvent(() => {
		const typed = { q: input.current?.value ?? "", sort: parseSort(select.current?.value) };
		if (typed.q !== listQuery.q || typed.sort !== listQuery.sort) list.updateQuery(typed);
	});
	useEffect(() => readInitialInput(), []);

	return (
		<search>
			<form
				className="search-line"
				onSubmit={(event) => {
					event.preventDefault();
					list.updateQuery(listQuery, { immediate: true });
				}}
			>
				<label>
					<span>{itemNames.search}</span>
					<input
						ref={input}
						type="search"
						name="q"
						className="input text-base"
						placeholder={searchPlaceholder}
						maxLength={100}
						autoComplete="off"
						enterKeyHint="search"
						value={listQuery.q}
						onChange={(event) => list.updateQuery({ ...listQuery, q: event.target.value })}
					/>
				</label>
				{sortLabels && (
					<label>
						<span>{texts.sortBy}</span>
						<select
							ref={select}
							name="sort"
							className="choice"
							value={listQuery.sort}
							onChange={({ target }) =>
								list.updateQuery(
									{ ...listQuery, sort: parseSort(target.value) },
									{ immediate: true },
								)
							}
						>
							{Object.entries<string>(sortLabels).map(([sort, sortLabel]) => (
								<option key={sort} value={sort}>
									{sortLabel}
								</option>
							))}
						</select>
					</label>
				)}
			</form>
		</search>
	);
}
