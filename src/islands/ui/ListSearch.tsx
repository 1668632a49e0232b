import { useEffect, useEffectEvent, useId, useRef } from "react";
import type { ItemNames } from "../../messages.lists.ts";
import * as texts from "../../messages.search.ts";
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
	const id = useId();
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
				className="list-search"
				onSubmit={(event) => {
					event.preventDefault();
					list.updateQuery(listQuery, { immediate: true });
				}}
			>
				<div className="grid gap-1.5">
					<label htmlFor={`${id}-q`} className="text-sm font-semibold">
						{itemNames.search}
					</label>
					<input
						ref={input}
						id={`${id}-q`}
						type="search"
						name="q"
						className="input w-full text-base"
						placeholder={searchPlaceholder}
						maxLength={100}
						autoComplete="off"
						enterKeyHint="search"
						value={listQuery.q}
						onChange={(event) => list.updateQuery({ ...listQuery, q: event.target.value })}
					/>
				</div>
				{sortLabels && (
					<div className="grid gap-1.5">
						<label htmlFor={`${id}-sort`} className="text-sm font-semibold">
							{texts.sortBy}
						</label>
						<select
							ref={select}
							id={`${id}-sort`}
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
					</div>
				)}
			</form>
		</search>
	);
}
