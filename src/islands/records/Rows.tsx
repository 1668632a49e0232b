import { type ReactNode, useRef } from "react";
import { moveUp } from "../../messages/products.ts";
import type { RowsLook } from "../../values/typed-record.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";

interface Props<Row> {
	label: string;
	rows: readonly Row[];
	keyOf: (row: Row) => string | number;
	/** What its buttons call a row. */
	nameOf?: (row: Row) => string;
	canMove?: boolean | undefined;
	/** What removes a row; undefined where all must stay. */
	remove: ((row: Row, number: number) => string) | undefined;
	layout: RowsLook["layout"];
	disabled?: boolean;
	/** What is said while there are none. */
	none?: string;
	/** What is wrong with all of them. */
	error?: string | undefined;
	/** The button that adds one. */
	add?: string | undefined;
	onAdd?: () => void;
	onChange: (rows: Row[]) => void;
	children: (row: Row, index: number) => ReactNode;
}

/** Rows in their order, which can be added, moved up and removed. */
export function Rows<Row>(props: Props<Row>) {
	const { label, rows, keyOf, nameOf, canMove, remove, layout, none, error, add, onAdd } = props;
	const { disabled, onChange, children } = props;
	const list = useRef<HTMLOListElement>(null);
	const isLine = layout === "line";
	return (
		<div className="grid grid-cols-1 gap-3">
			{none && rows.length === 0 && <p>{none}</p>}
			<ol ref={list} tabIndex={-1} className="grid grid-cols-1 gap-3" aria-label={label}>
				{rows.map((row, index) => {
					const words = remove?.(row, index + 1);
					return (
						<li
							key={keyOf(row)}
							className={
								isLine
									? "flex items-start gap-3"
									: layout === "grid"
										? "grid gap-3 border-t border-base-300 pt-4"
										: "card"
							}
						>
							<div
								className={
									isLine
										? "grid min-w-0 flex-1 grid-cols-2 items-start gap-3"
										: layout === "grid"
											? "grid grid-cols-2 items-start gap-3 xl:grid-cols-4"
											: "grid grid-cols-1 gap-3"
								}
							>
								{children(row, index)}
							</div>
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
										look={isLine ? "btn-outline btn-sm" : "btn-ghost"}
										disabled={disabled}
										aria-label={words}
										onClick={() => {
											onChange(rows.toSpliced(index, 1));
											list.current?.focus();
										}}
									>
										{isLine ? <span aria-hidden="true">×</span> : words}
									</Button>
								)}
							</div>
						</li>
					);
				})}
			</ol>
			<FieldError message={error} />
			{add && (
				<Button look="btn-outline justify-self-start" disabled={disabled} onClick={onAdd}>
					{add}
				</Button>
			)}
		</div>
	);
}
