import { type SubmitEvent, useRef, useState } from "react";
import { currencySign } from "../../config/config.ts";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/products.ts";
import { sitePaths } from "../../paths/site.ts";
import { listToolsEndpoint, updateToolEndpoint } from "../../shop/tools/tools.api.ts";
import { type Tool, toolUpdate } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { formatDecimals } from "../../values/money.ts";
import { piecesLook, priceLook } from "../../values/number-looks.ts";
import { RecordField } from "../records/RecordField.tsx";
import { FieldError } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useHookFormGuard } from "../ui/useHookFormGuard.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";

interface Props {
	tool: Tool;
	/** E-mail of the administrator. */
	email: string;
}

/** Changes a tool's price, stock, minimum and optionally its image. */
export function UpdateToolForm({ tool: initialTool, email }: Props) {
	const [tool, setTool] = useState(initialTool);
	const { form, field, valueField, handleSubmit } = useSchemaForm(toolUpdate, {
		// The stock when the form was opened: the server rejects the update if it has changed since.
		quantityWas: initialTool.quantity,
	});
	const image = valueField("image");
	const { formError, sending, restored, send } = useHookFormGuard(form, email);
	const [uploading, setUploading] = useState(false);
	const price = field("price", { valueAsNumber: true });
	const priceElement = useRef<HTMLElement>(null);

	const save = (event: SubmitEvent<HTMLFormElement>) =>
		handleSubmit(({ image: chosen, quantityWas, ...numbers }) =>
			send(
				async () => {
					const update = { ...numbers, ...(chosen && { image: chosen }) };
					const body = { ...update, ...(quantityWas !== undefined && { quantityWas }) };
					await call(updateToolEndpoint, { query: { id: tool._id }, body });
					// Without the price, which the form would show without its cents.
					const { price: saved, ...others } = numbers;
					form.reset({ ...others, quantityWas: numbers.quantity });
					const { current: input } = priceElement;
					if (input instanceof HTMLInputElement) input.value = formatDecimals(saved);
					setTool({ ...tool, ...update });
					toast("success", messages.productUpdated(tool.name));
				},
				(error) => void reloadStock(error),
			),
		)(event);

	/** After `stock_changed`: shows the current stock and keeps the other fields as typed. */
	const reloadStock = async (error: unknown) => {
		if (!(error instanceof ShopError) || error.code !== "stock_changed") return;
		const [current] = await call(listToolsEndpoint, { query: { id: tool._id } }).catch(() => []);
		if (!current) return;
		setTool(current);
		form.setValue("quantity", current.quantity);
		form.setValue("quantityWas", current.quantity);
	};

	return (
		<div className="update-tool">
			<figure>
				<img
					src={`${tool.image}?w=640`}
					width="640"
					height="640"
					alt={tool.name}
					className="board-image h-auto w-full rounded-box"
				/>
				<figcaption className="text-sm text-quiet">{texts.currentImage}</figcaption>
			</figure>
			<form noValidate method="post" className="grid content-start gap-5" onSubmit={save}>
				{restored && <p role="status">{messages.draftRestored}</p>}
				<RecordField
					field={{ ...priceLook(), label: common.priceIn(currencySign) }}
					defaultValue={formatDecimals(initialTool.price)}
					{...price}
					ref={(input) => {
						price.ref(input);
						priceElement.current = input;
					}}
				/>
				<RecordField
					field={{
						...piecesLook(1),
						label: common.quantity,
						hint: common.inStockNow(tool.quantity),
					}}
					defaultValue={initialTool.quantity}
					{...field("quantity", { valueAsNumber: true })}
				/>
				<RecordField
					field={{ ...piecesLook(1), label: texts.minimumOrderQuantity }}
					defaultValue={initialTool.minOrderQuantity}
					{...field("minOrderQuantity", { valueAsNumber: true })}
				/>
				<ImageField label={texts.newImageOptional} onBusy={setUploading} {...image} />
				<FieldError message={formError} />
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={sending} busyLabel={common.saving} disabled={uploading}>
						{texts.updateProduct}
					</SubmitButton>
					<a className="btn btn-outline" href={sitePaths.manageProducts}>
						{common.manageProducts}
					</a>
				</div>
			</form>
		</div>
	);
}
