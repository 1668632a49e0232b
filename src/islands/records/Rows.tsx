import { type ReactNode, useRef } from "react";
import { moveUp } from "../../messages/products.ts";
import type { RowsLook } from "../../values/typed-record.ts";
import { Button } from "../ui/Button.tsx";

interface Props<Row> {
	label: string;
	rows: readonly Row[];
	keyOf: (row: Row) => string;
	/** What its buttons call a row. */
	nameOf?: (row: Row) => string;
	canMove?: boolean | undefined;
	/** What removes a row; undefined where all must stay. */
	remove: ((row: Row, number: number) => string) | undefined;
	layout: RowsLook["layout"];
	disabled: boolean;
	onChange: (rows: Row[]) => void;
	children: (row: Row, index: number) => ReactNode;
}

/** Rows in their order, which can be moved up and removed. */
export function Rows<Row>(props: Props<Row>) {
	const { label, rows, keyOf, nameOf, canMove, remove, layout } = props;
	const { disabled, onChange, children } = props;
	const list = useRef<HTMLOListElement>(null);
	return (
		<ol ref={list} tabIndex={-1} className="grid gap-3" aria-label={label}>
			{rows.map((row, index) => {
				const words = remove?.(row, index + 1);
				return (
					<li
						key={keyOf(row)}
						className={
							layout === "line"
								? "flex flex-wrap items-end gap-3"
								: layout === "grid"
									? "grid gap-3 border-t border-base-300 pt-4"
									: "card"
						}
					>
						{children(row, index)}
						<div className="flex flex-wrap gap-2">
							{canMove && (
								<Button
									look="btn-outline btn-sm"
									disabled={disabled || index === 0}
									aria-label={moveUp(nameOf?.(row) ?? "")}
									onClick={() => onChange(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row))}
								>
									<span aria-hidden="true">↑</span>
								</Button>
							)}
							{words && (
								<Button
									look={canMove ? "btn-outline btn-sm" : "btn-ghost"}
									disabled={disabled}
									aria-label={words}
									onClick={() => {
										onChange(rows.toSpliced(index, 1));
										list.current?.focus();
									}}
								>
									{canMove ? <span aria-hidden="true">×</span> : words}
								</Button>
							)}
						</div>
					</li>
				);
			})}
		</ol>
	);
}
