import * as common from "../../messages/common.ts";
import * as productMessages from "../../messages/products.ts";
import { describeNow } from "../../shop/tools/tool-fields.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import type { Product } from "./useProduct.ts";

interface Props {
	product: Product;
	/** Whether images are being uploaded, which can't be saved yet. */
	uploading: boolean;
}

/** Saves what is typed, or discards it: beside what somebody else has saved meanwhile, if there is any. */
export function SaveProduct({ product, uploading }: Props) {
	const { conflicts, guard, dirty, discard } = product;
	return (
		<div className="product-save">
			{conflicts.length > 0 ? <Conflicts {...product} /> : <FieldError message={guard.formError} />}
			{/* On the right, because toasts are on the left. */}
			<div className="flex flex-wrap justify-end gap-3">
				<SubmitButton busy={guard.sending} busyLabel={common.saving} disabled={!dirty || uploading}>
					{common.save}
				</SubmitButton>
				{dirty && <Button onClick={() => discard()}>{productMessages.discardChanges}</Button>}
			</div>
		</div>
	);
}

/** What the shop has now in the fields that somebody else has changed too. */
function Conflicts({ tool, conflicts, discard }: Product) {
	return (
		<div role="alert" className="grid gap-2">
			<p className="font-semibold">{productMessages.changedMeanwhile(conflicts)}</p>
			<ul className="grid gap-1">
				{conflicts.map((field) => (
					<li key={field} className="flex flex-wrap items-center gap-2">
						{describeNow(tool, field)}
						<Button look="btn-outline btn-sm" onClick={() => discard(field)}>
							{productMessages.keepTheirs(field)}
						</Button>
					</li>
				))}
			</ul>
		</div>
	);
}
