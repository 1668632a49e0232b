import { useEffect, useId, useRef } from "react";
import type { List } from "./useList.ts";

interface Props<Item, Sort extends string> {
	list: List<Item, Sort>;
	nouns: readonly [one: string, many: string];
	searches: string;
	sorts?: Readonly<Record<Sort, string>>;
}

/** The words looked for and the sort. A form that asks the server by itself where no script runs. */
export function ListSearch<Item, Sort extends string>(props: Props<Item, Sort>) {
	const { list, nouns, searches, sorts } = props;
	const id = useId();
	const { asked } = list;
	const input = useRef<HTMLInputElement>(null);
	const select = useRef<HTMLSelectElement>(null);

	const sortOf = (chosen: string | undefined): Sort => {
		const known = Object.keys(sorts ?? {}).find((sort) => sort === chosen);
		return (known as Sort | undefined) ?? asked.sort;
	};

	// What was typed or chosen before the island came alive counts too.
	const begin = useRef(() => {
		const found = { q: input.current?.value ?? "", sort: sortOf(select.current?.value) };
		if (found.q !== asked.q || found.sort !== asked.sort) list.ask(found);
	});
	useEffect(() => begin.current(), []);

	return (
		<search>
			<form
				className="list-search"
				onSubmit={(event) => {
					event.preventDefault();
					list.ask(asked, { atOnce: true });
				}}
			>
				<div className="grid gap-1.5">
					<label htmlFor={`${id}-q`} className="text-sm font-semibold">
						Search {nouns[1]}
					</label>
					<input
						ref={input}
						id={`${id}-q`}
						type="search"
						name="q"
						className="input w-full text-base"
						placeholder={searches}
						maxLength={100}
						autoComplete="off"
						enterKeyHint="search"
						value={asked.q}
						onChange={(event) => list.ask({ ...asked, q: event.target.value })}
					/>
				</div>
				{sorts && (
					<div className="grid gap-1.5">
						<label htmlFor={`${id}-sort`} className="text-sm font-semibold">
							Sort by
						</label>
						<select
							ref={select}
							id={`${id}-sort`}
							name="sort"
							className="choice"
							value={asked.sort}
							onChange={({ target }) =>
								list.ask({ ...asked, sort: sortOf(target.value) }, { atOnce: true })
							}
						>
							{Object.entries<string>(sorts).map(([sort, words]) => (
								<option key={sort} value={sort}>
									{words}
								</option>
							))}
						</select>
					</div>
				)}
			</form>
		</search>
	);
}
