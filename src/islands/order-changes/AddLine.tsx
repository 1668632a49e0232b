import { useState } from "react";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/order-changes.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { setLineEndpoint } from "../../shop/orders/order-changes.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { formatPrice } from "../../values/money.ts";
import { QuantityField } from "../carts/QuantityField.tsx";
import { FieldError } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { FindTool } from "./FindTool.tsx";

interface Props {
	/** The order's id. */
	id: string;
	/** The line whose quantity changes; without one a tool is added. */
	line?: OrderLine | undefined;
	onClose: () => void;
}

interface Chosen {
	tool: Pick<Tool, "_id" | "name" | "price" | "minOrderQuantity" | "quantity">;
	quantity: number;
}

/** The tool of a line. The server knows how many pieces it has. */
const chosenOf = ({ productCode: _id, name, price, quantity }: OrderLine): Chosen => ({
	tool: { _id, name, price, minOrderQuantity: 1, quantity: maxPieces },
	quantity,
});

/** The most pieces that can be typed. */
const maxPieces = 99_999;

/** Adds a tool to an unpaid order, or changes how many pieces it has of one. */
export function AddLine({ id, line, onClose }: Props) {
	const [chosen, setChosen] = useState(line && chosenOf(line));
	const [error, setError] = useState<string>();
	const { sending, send } = useSend();
	const add = () =>
		send(
			async () => {
				if (!chosen) return;
				const body = { toolId: chosen.tool._id, quantity: chosen.quantity };
				const { totalPrice } = await call(setLineEndpoint, { params: { id }, body });
				toastAfterNavigation({ kind: "success", text: texts.added(formatPrice(totalPrice)) });
				location.reload();
			},
			(failure) => setError(errorMessage(failure)),
		);
	return (
		<Modal title={line ? texts.changeQuantity(line.name) : texts.addToolTitle} onClose={onClose}>
			<form
				noValidate
				method="post"
				className="mt-4 grid gap-5"
				onSubmit={(event) => {
					event.preventDefault();
					void add();
				}}
			>
				{!line && (
					<FindTool
						onChoose={(tool) => {
							setError(undefined);
							setChosen({ tool, quantity: tool.minOrderQuantity });
						}}
					/>
				)}
				{chosen && (
					<div className="flex flex-wrap items-center justify-between gap-4">
						<p className="font-semibold">
							{chosen.tool.name}, {formatPrice(chosen.tool.price)}
						</p>
						<QuantityField
							name={chosen.tool.name}
							quantity={chosen.quantity}
							min={chosen.tool.minOrderQuantity}
							max={chosen.tool.quantity}
							onChange={(quantity) => setChosen({ ...chosen, quantity })}
						/>
					</div>
				)}
				<FieldError message={error} />
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton
						busy={sending}
						busyLabel={line ? texts.saving : texts.adding}
						disabled={!chosen}
					>
						{line ? texts.save : texts.add}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
