import { useId, useRef } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/products.ts";
import type { Specification } from "../../shop/tools/tool-fields.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { addRow, type Row } from "./product-form.ts";

interface Props {
	specifications: readonly Row<Specification>[];
	/** Names that other tools have. */
	names: readonly string[];
	errors: FieldErrors;
	onChange: (specifications: Row<Specification>[]) => void;
}

const columns = ["name", "value"] as const;

/** The specifications of a tool: rows of a name and a value. */
export function SpecificationRows({ specifications, names, errors, onChange }: Props) {
	const id = useId();
	const list = useRef<HTMLUListElement>(null);
	const remove = (index: number) => {
		onChange(specifications.toSpliced(index, 1));
		list.current?.focus();
	};
	return (
		<div className="grid gap-3">
			{specifications.length === 0 && <p className="text-quiet">{messages.noSpecifications}</p>}
			<ul ref={list} tabIndex={-1} className="grid gap-2" aria-label={common.specifications}>
				{specifications.map((row, index) => {
					const error =
						errors[`specifications.${index}.name`] ?? errors[`specifications.${index}.value`];
					return (
						<li key={row.key} className="specification-row">
							{columns.map((column) => (
								<input
									key={column}
									type="text"
									className="input w-full text-base"
									value={row[column]}
									placeholder={column === "name" ? messages.nameExample : messages.valueExample}
									aria-label={messages.specificationField[column](index + 1)}
									aria-invalid={errors[`specifications.${index}.${column}`] ? true : undefined}
									aria-describedby={error && `${id}-${index}`}
									list={column === "name" ? `${id}-names` : undefined}
									onChange={({ target }) =>
										onChange(specifications.with(index, { ...row, [column]: target.value }))
									}
								/>
							))}
							<Button
								aria-label={messages.removeSpecification(index + 1)}
								onClick={() => remove(index)}
							>
								{common.remove}
							</Button>
							<FieldError id={`${id}-${index}`} message={error} />
						</li>
					);
				})}
			</ul>
			<datalist id={`${id}-names`}>
				{names.map((name) => (
					<option key={name} value={name} />
				))}
			</datalist>
			<FieldError message={errors.specifications} />
			<Button
				look="btn-outline justify-self-start"
				onClick={() => onChange(addRow(specifications, { name: "", value: "" }))}
			>
				{messages.addASpecification}
			</Button>
		</div>
	);
}
