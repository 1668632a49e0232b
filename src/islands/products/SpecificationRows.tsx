import { useId } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/products.ts";
import type { Specification } from "../../shop/tools/tool-fields.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { RecordField } from "../records/RecordField.tsx";
import { Rows } from "../records/Rows.tsx";
import { addRow, type Row } from "./product-form.ts";

interface Props {
	specifications: readonly Row<Specification>[];
	/** Names that other tools have. */
	names: readonly string[];
	errors: FieldErrors;
	onChange: (specifications: Row<Specification>[]) => void;
}

/** The specifications of a tool: rows of a name and a value. */
export function SpecificationRows({ specifications, names, errors, onChange }: Props) {
	const id = useId();
	return (
		<div className="[&_label]:sr-only">
			<Rows
				label={common.specifications}
				rows={specifications}
				keyOf={({ key }) => key}
				remove={(_, row) => messages.removeSpecification(row)}
				layout="line"
				none={messages.noSpecifications}
				error={errors.specifications}
				add={messages.addASpecification}
				onAdd={() => onChange(addRow(specifications, { name: "", value: "" }))}
				onChange={onChange}
			>
				{(row, index) =>
					(["name", "value"] as const).map((column) => (
						<RecordField
							key={column}
							field={{
								kind: "text",
								label: messages.specificationField[column](index + 1),
								placeholder: column === "name" ? messages.nameExample : messages.valueExample,
								...(column === "name" && { attributes: { list: id } }),
							}}
							value={row[column]}
							error={errors[`specifications.${index}.${column}`]}
							onChange={({ target }) =>
								onChange(specifications.with(index, { ...row, [column]: target.value }))
							}
						/>
					))
				}
			</Rows>
			<datalist id={id}>
				{names.map((name) => (
					<option key={name} value={name} />
				))}
			</datalist>
		</div>
	);
}
