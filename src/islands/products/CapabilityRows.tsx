import { useLayoutEffect, useRef, useState } from "react";
import * as common from "../../messages/common.ts";
import { actionNames } from "../../messages/fit.ts";
import * as messages from "../../messages/products.ts";
import type { Capability } from "../../shop/fit/capabilities.ts";
import {
	type Action,
	actions,
	type Dimension,
	leavesOf,
	type Vocabulary,
} from "../../shop/fit/standards.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { RecordField } from "../records/RecordField.tsx";
import { Rows } from "../records/Rows.tsx";
import { addRow, type Row } from "./product-form.ts";

interface Props {
	capabilities: readonly Row<Capability>[];
	vocabulary: Vocabulary;
	errors: FieldErrors;
	onChange: (capabilities: Row<Capability>[]) => void;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const actionChoices = actions.map((value) => ({ value, label: capitalised(actionNames[value]) }));

/** What a tool does to which standards, picked from the vocabulary. */
export function CapabilityRows({ capabilities, vocabulary, errors, onChange }: Props) {
	const [firstDimension] = Object.keys(vocabulary.dimensions);
	const added: Capability = {
		action: "remove",
		standards: [],
		except: [],
		madeFor: true,
		...(firstDimension !== undefined && { dimension: firstDimension }),
	};
	return (
		<div className="grid gap-3">
			<p className="text-sm text-quiet">{messages.capabilitiesHint}</p>
			<Rows
				label={common.whatItFits}
				rows={capabilities}
				keyOf={({ key }) => key}
				remove={(_, place) => messages.removeCapability(place)}
				layout="line"
				none={messages.noCapabilities}
				error={errors.capabilities}
				add={messages.addWhatItFits}
				onAdd={() => onChange(addRow(capabilities, added))}
				onChange={onChange}
			>
				{(row, index) => (
					<CapabilityRow
						row={row}
						place={index + 1}
						vocabulary={vocabulary}
						error={errorOf(errors, index)}
						onChange={(changed) => onChange(capabilities.with(index, changed))}
					/>
				)}
			</Rows>
		</div>
	);
}

function errorOf(errors: FieldErrors, index: number): string | undefined {
	const path = `capabilities.${index}`;
	return Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
}

interface RowProps {
	row: Row<Capability>;
	place: number;
	vocabulary: Vocabulary;
	error: string | undefined;
	onChange: (row: Row<Capability>) => void;
}

/** The unit of a range without a dimension. */
const unitOf = (action: Action) => (action === "torque" ? common.newtonMetres : "mm");

function CapabilityRow({ row, place, vocabulary, error, onChange }: RowProps) {
	const dimension = row.dimension === undefined ? undefined : vocabulary.dimensions[row.dimension];
	const unit = dimension ? dimension.unit : unitOf(row.action);
	const details = useRef<HTMLDetailsElement>(null);
	// Only at first: it must not close while one chooses.
	const [isNew] = useState(isEmpty(row));
	useLayoutEffect(() => {
		if (error !== undefined && details.current) details.current.open = true;
	}, [error]);
	const choose = (action: Action, chosen: string | undefined) => {
		const dimensionId = action === "torque" ? undefined : chosen;
		const { key, madeFor } = row;
		const isSame = dimensionId === row.dimension;
		onChange({
			key,
			action,
			madeFor,
			...(dimensionId !== undefined && { dimension: dimensionId }),
			// Another dimension has other standards.
			standards: isSame ? row.standards : [],
			except: isSame ? row.except : [],
			...(isSame && row.from !== undefined && { from: row.from }),
			...(isSame && row.to !== undefined && { to: row.to }),
		});
	};
	const setEnd = (end: "from" | "to", typed: string) => {
		const { [end]: _, ...others } = row;
		onChange(typed === "" ? others : { ...others, [end]: Number(typed) });
	};
	return (
		<details ref={details} className="capability col-span-full" open={isNew}>
			<summary>{summaryOf(row, dimension)}</summary>
			<div className="grid gap-4 p-4">
				<div className="grid items-start gap-4 sm:grid-cols-2">
					<RecordField
						field={{ kind: "choice", label: messages.whatItDoes(place), choices: actionChoices }}
						error={error}
						value={row.action}
						onChange={({ target }) => {
							const action = actions.find((choice) => choice === target.value);
							const fallback = row.dimension ?? Object.keys(vocabulary.dimensions)[0];
							if (action) choose(action, action === "measure" ? row.dimension : fallback);
						}}
					/>
					{row.action !== "torque" && (
						<RecordField
							field={{
								kind: "choice",
								label: messages.partOfBike(place),
								...(row.action === "measure" && { placeholder: messages.aLength }),
							}}
							choices={Object.entries(vocabulary.dimensions).map(([value, { name }]) => ({
								value,
								label: name,
							}))}
							value={row.dimension ?? ""}
							onChange={({ target }) => choose(row.action, target.value || undefined)}
						/>
					)}
				</div>
				{unit !== undefined ? (
					<div className="grid grid-cols-2 gap-4">
						{(["from", "to"] as const).map((end) => (
							<RecordField
								key={end}
								field={{
									kind: "decimal",
									label: messages.rangeEnd[end](unit, place),
									attributes: { type: "number", step: "any", min: 0 },
								}}
								value={row[end] ?? ""}
								onChange={({ target }) => setEnd(end, target.value)}
							/>
						))}
					</div>
				) : (
					dimension && <Standards row={row} dimension={dimension} onChange={onChange} />
				)}
				<RecordField
					field={{ kind: "flag", label: messages.isWorkaround }}
					value={row.madeFor ? "" : "1"}
					onChange={({ target }) => onChange({ ...row, madeFor: target.value === "" })}
				/>
			</div>
		</details>
	);
}

const isEmpty = ({ standards, except, from }: Capability) =>
	standards.length + except.length === 0 && from === undefined;

interface StandardsProps {
	row: Row<Capability>;
	dimension: Dimension;
	onChange: (row: Row<Capability>) => void;
}

/** Checkboxes for the standards that it fits, and for those that its maker excludes. */
function Standards({ row, dimension, onChange }: StandardsProps) {
	const [hasExceptions] = useState(row.except.length > 0);
	const set = (field: "standards" | "except", standard: string, checked: boolean) => {
		const other = field === "standards" ? "except" : "standards";
		const without = (list: readonly string[]) => list.filter((name) => name !== standard);
		onChange({
			...row,
			[field]: checked ? [...without(row[field]), standard] : without(row[field]),
			[other]: checked ? without(row[other]) : row[other],
		});
	};
	const boxes = (field: "standards" | "except") => (
		<div className="standard-boxes">
			{leavesOf(dimension).map(({ id, name }) => (
				<label key={id}>
					<input
						type="checkbox"
						checked={row[field].includes(id)}
						onChange={({ target }) => set(field, id, target.checked)}
					/>
					{name}
				</label>
			))}
		</div>
	);
	return (
		<>
			<fieldset>
				<legend className="pb-1 font-semibold">{messages.fits}</legend>
				{boxes("standards")}
			</fieldset>
			<details open={hasExceptions}>
				<summary className="min-h-6 cursor-pointer pointer-coarse:min-h-11">
					{messages.makerSaysNotCount(row.except.length)}
				</summary>
				<fieldset className="pt-2">
					<legend className="sr-only">{messages.makerSaysNot}</legend>
					{boxes("except")}
				</fieldset>
			</details>
		</>
	);
}

/** A capability in a line: "Removes cassette: Shimano HG; SRAM XD". */
function summaryOf(row: Capability, dimension: Dimension | undefined): string {
	const verb = capitalised(actionNames[row.action]);
	const use = dimension ? `${verb}: ${dimension.name}` : verb;
	const label = row.madeFor ? use : messages.isAlso(use);
	const unit = dimension ? dimension.unit : unitOf(row.action);
	if (unit !== undefined) return messages.inRange(label, row.from ?? "…", row.to ?? "…", unit);
	const names = row.standards.map(
		(id) => dimension?.standards.find((standard) => standard.id === id)?.name ?? id,
	);
	const fits = `${label}: ${names.join("; ") || "…"}`;
	return row.except.length > 0 ? messages.butNot(fits, row.except.length) : fits;
}
