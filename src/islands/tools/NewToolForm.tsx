import { useState } from "react";
import { currencySign } from "../../config/config.ts";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/products.ts";
import { sitePaths } from "../../paths/site.ts";
import { createToolEndpoint } from "../../shop/tools/tools.api.ts";
import { newTool } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { piecesLook, priceLook } from "../../values/number-looks.ts";
import { RecordField } from "../records/RecordField.tsx";
import { FieldError } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useHookFormGuard } from "../ui/useHookFormGuard.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";

interface Props {
	/** E-mail of the administrator. */
	email: string;
}

/** Adds a tool. The form is reset afterwards, ready for the next tool. */
export function NewToolForm({ email }: Props) {
	const { form, field, valueField, handleSubmit } = useSchemaForm(newTool);
	// The order of registration decides which invalid field gets the focus first.
	const name = field("name");
	const image = valueField("image");
	const { formError, sending, restored, send } = useHookFormGuard(form, email);
	const [uploading, setUploading] = useState(false);
	const [added, setAdded] = useState<{ id: string; name: string }>();

	const add = handleSubmit((tool) =>
		send(
			async () => {
				setAdded(undefined);
				const { insertedId } = await call(createToolEndpoint, { body: tool });
				toast("success", messages.added);
				setAdded({ id: insertedId, name: tool.name });
				form.reset();
			},
			() => toast("error", messages.addFailed),
		),
	);

	return (
		<form noValidate method="post" className="grid max-w-3xl gap-5" onSubmit={add}>
			{restored && <p role="status">{messages.draftRestored}</p>}
			<RecordField field={{ kind: "text", label: common.name }} {...name} />
			<ImageField label={common.image} onBusy={setUploading} {...image} />
			<RecordField
				field={{ kind: "lines", label: common.description, attributes: { rows: 5 } }}
				{...field("description")}
			/>
			<div className="grid items-start gap-5 md:grid-cols-3">
				<RecordField
					field={{ ...piecesLook(1), label: texts.minimumOrderQuantity }}
					{...field("minOrderQuantity", { valueAsNumber: true })}
				/>
				<RecordField
					field={{ ...piecesLook(0), label: texts.availableQuantity }}
					{...field("quantity", { valueAsNumber: true })}
				/>
				<RecordField
					field={{ ...priceLook(), label: common.priceIn(currencySign) }}
					{...field("price", { valueAsNumber: true })}
				/>
			</div>
			<FieldError message={formError} />
			<div className="flex flex-wrap items-center gap-4">
				<SubmitButton busy={sending} busyLabel={common.adding} disabled={uploading}>
					{texts.addProduct}
				</SubmitButton>
				<p role="status" className="empty:hidden">
					{added && (
						<Sentence text={texts.addedTool}>
							<a className="link" href={sitePaths.tool({ _id: added.id })}>
								{added.name}
							</a>
						</Sentence>
					)}
				</p>
			</div>
		</form>
	);
}
