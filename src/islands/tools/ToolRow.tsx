import { type ChangeEvent, type ComponentProps, type KeyboardEvent, memo } from "react";
import { currencySign } from "../../config/config.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/products.ts";
import { productPaths } from "../../paths/product.ts";
import { sitePaths } from "../../paths/site.ts";
import { isBelowMinimum } from "../../shop/tools/availability.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { piecesLook, priceLook } from "../../values/number-looks.ts";
import { inputOf } from "../records/RecordField.tsx";
import { Button } from "../ui/Button.tsx";
import { blurOnWheel, FieldError } from "../ui/Field.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import type { FieldName } from "./tool-draft.ts";
import { useToolRow } from "./useToolRow.ts";

interface Props {
	tool: Tool;
	/** E-mail of the administrator. */
	email: string;
	onChanged: (tool: Tool) => void;
	onDeleted: (id: string) => void;
	onDelete: (tool: Tool) => void;
}

/** A tool with its editable numbers: Enter saves, Escape resets. */
export const ToolRow = memo(function ToolRow(props: Props) {
	const { tool, email, onChanged, onDeleted, onDelete } = props;
	const { draft, guard, changeField, save, reset, lowerMinimum } = useToolRow({
		tool,
		email,
		onChanged,
		onDeleted,
	});
	const hydrated = useHydrated();
	const formId = `tool-${tool._id}`;
	const resetOnEscape = (event: KeyboardEvent) => {
		if (event.key === "Escape") reset();
	};
	const numberProps = (name: FieldName) => ({
		form: formId,
		name,
		value: draft.typed[name],
		error: draft.errors?.[name],
		readOnly: !hydrated || guard.sending,
		onKeyDown: resetOnEscape,
		onChange: ({ target }: ChangeEvent<HTMLInputElement>) => changeField(name, target.value),
	});
	return (
		<tr>
			<th scope="row">
				<div className="row-name">
					<Thumbnail image={tool.image} size={64} />
					<div>
						<a className="link" href={sitePaths.tool(tool)}>
							{tool.name}
						</a>
						<a
							className="link block w-fit text-sm font-normal"
							href={productPaths.product(tool._id)}
							aria-label={texts.detailsOf(tool.name)}
						>
							{common.details}
						</a>
						{isBelowMinimum(tool) && (
							<div className="mt-1 grid justify-items-start gap-1 text-sm">
								<p className="sold-out">{texts.cantBeSold(tool.quantity, tool.minOrderQuantity)}</p>
								<Button
									look="btn-outline btn-sm"
									disabled={!hydrated || guard.dirty || guard.sending}
									aria-label={`${texts.lowerMinimumTo(tool.quantity)}: ${tool.name}`}
									onClick={lowerMinimum}
								>
									{texts.lowerMinimumTo(tool.quantity)}
								</Button>
							</div>
						)}
						<form id={formId} noValidate method="post" onSubmit={save} />
						<FieldError message={guard.formError} />
					</div>
				</div>
			</th>
			<td className="is-narrow number" data-label={common.priceIn(currencySign)}>
				<NumberCell
					label={texts.priceOf(tool.name)}
					{...inputOf(priceLook())}
					{...numberProps("price")}
				/>
			</td>
			<td className="is-narrow number" data-label={texts.stock}>
				<NumberCell
					label={texts.stockOf(tool.name)}
					{...inputOf(piecesLook(0))}
					{...numberProps("quantity")}
				/>
			</td>
			<td className="is-narrow number" data-label={texts.minimum}>
				<NumberCell
					label={texts.minimumOf(tool.name)}
					{...inputOf(piecesLook(1))}
					{...numberProps("minOrderQuantity")}
				/>
			</td>
			<td className="row-actions">
				<Button
					type="submit"
					form={formId}
					disabled={!guard.dirty || guard.sending}
					aria-label={common.saveNamed(tool.name)}
				>
					{guard.sending ? common.saving : common.save}
				</Button>
				<a
					className="btn btn-outline"
					href={sitePaths.update(tool._id)}
					aria-label={common.updateTool(tool.name)}
				>
					{texts.update}
				</a>
				<Button onClick={() => onDelete(tool)} aria-label={common.deleteNamed(tool.name)}>
					{common.deleteLabel}
				</Button>
			</td>
		</tr>
	);
});

interface NumberCellProps extends ComponentProps<"input"> {
	label: string;
	error: string | undefined;
}

function NumberCell({ label, error, ...input }: NumberCellProps) {
	const errorId = `${input.form}-${input.name}-error`;
	return (
		<div className="grid gap-1">
			<input
				{...input}
				aria-label={label}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? errorId : undefined}
				className="input row-field"
				onWheel={blurOnWheel}
			/>
			<FieldError id={errorId} message={error} />
		</div>
	);
}
