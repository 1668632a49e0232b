import { type ChangeEvent, type ComponentProps, type KeyboardEvent, memo } from "react";
import type { Tool } from "../../shop/tools/tools.ts";
import { sitePaths } from "../../site.ts";
import { FieldError, keepNumber } from "../ui/Field.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import type { Name } from "./draft.ts";
import { useToolRow } from "./useToolRow.ts";

interface Props {
	tool: Tool;
	/** E-mail of the administrator. */
	email: string;
	onChanged: (tool: Tool) => void;
	onGone: (id: string) => void;
	onDelete: (tool: Tool) => void;
}

/** A tool and its numbers, changed in place: Enter saves, Escape puts back. */
export const ToolRow = memo(function ToolRow(props: Props) {
	const { tool, email, onChanged, onGone, onDelete } = props;
	const { draft, care, change, save, restore } = useToolRow({ tool, email, onChanged, onGone });
	const hydrated = useHydrated();
	const formId = `tool-${tool._id}`;
	const putBack = (event: KeyboardEvent) => {
		if (event.key === "Escape") restore();
	};
	const number = (name: Name) => ({
		form: formId,
		name,
		value: draft.typed[name],
		error: draft.wrong?.[name],
		readOnly: !hydrated || care.sending,
		onKeyDown: putBack,
		onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
	});
	return (
		<tr>
			<td className="row-picture">
				<img
					src={`${tool.image}?w=160`}
					width="64"
					height="64"
					alt=""
					loading="lazy"
					className="board-picture"
				/>
			</td>
			<th scope="row">
				<a className="link" href={sitePaths.tool(tool._id)}>
					{tool.name}
				</a>
				<form id={formId} noValidate method="post" onSubmit={save} />
				<FieldError message={care.refusal} />
			</th>
			<td data-label="Price ($)">
				<Cell
					label={`Price of ${tool.name}`}
					inputMode="decimal"
					step="0.01"
					min={0.01}
					{...number("price")}
				/>
			</td>
			<td data-label="Stock">
				<Cell label={`Stock of ${tool.name}`} inputMode="numeric" min={0} {...number("quantity")} />
			</td>
			<td data-label="Minimum">
				<Cell
					label={`Minimum order of ${tool.name}`}
					inputMode="numeric"
					min={1}
					{...number("minOrderQuantity")}
				/>
			</td>
			<td className="row-actions">
				<button
					type="submit"
					form={formId}
					className="btn btn-primary"
					disabled={!care.dirty || care.sending}
					aria-label={`Save ${tool.name}`}
				>
					{care.sending ? "Saving …" : "Save"}
				</button>
				<a
					className="btn btn-outline"
					href={sitePaths.update(tool._id)}
					aria-label={`Update ${tool.name}`}
				>
					Update
				</a>
				<button
					type="button"
					className="btn btn-outline"
					disabled={!hydrated}
					onClick={() => onDelete(tool)}
					aria-label={`Delete ${tool.name}`}
				>
					Delete
				</button>
			</td>
		</tr>
	);
});

interface CellProps extends ComponentProps<"input"> {
	label: string;
	error: string | undefined;
}

function Cell({ label, error, ...input }: CellProps) {
	const errorId = `${input.form}-${input.name}-error`;
	return (
		<div className="grid gap-1">
			<input
				{...input}
				type="number"
				aria-label={label}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? errorId : undefined}
				className={`input row-number ${error ? "input-error" : ""}`}
				onWheel={keepNumber}
			/>
			<FieldError id={errorId} message={error} />
		</div>
	);
}
