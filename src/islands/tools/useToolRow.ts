import { valibotResolver } from "@hookform/resolvers/valibot";
import { useEffect, useRef } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import {
	listToolsEndpoint,
	restockToolEndpoint,
	updateToolEndpoint,
} from "../../shop/tools/tools.api.ts";
import { restock, type Tool, toolUpdate } from "../../shop/tools/tools.ts";
import { say } from "../../stores/toasts.ts";
import { useFormCare } from "../ui/useFormCare.ts";

/** What of a tool changes in place. */
export interface RowValues {
	price: number;
	quantity: number;
	minOrderQuantity: number;
	/** The stock that was seen when typing began: the server refuses where it has changed since. */
	quantityWas: number;
}

interface Options {
	tool: Tool;
	/** E-mail of the administrator. */
	email: string;
	onChanged: (tool: Tool) => void;
	onGone: (id: string) => void;
}

/** Whether nothing but the stock differs: restocking takes 0, which a change of the rest does not. */
const onlyStock = (values: RowValues, tool: Tool) =>
	values.price === tool.price && values.minOrderQuantity === tool.minOrderQuantity;

/** Price, stock and minimum of a tool, changed in its row. */
export function useToolRow({ tool, email, onChanged, onGone }: Options) {
	const seen = rowValues(tool);
	const form = useForm<RowValues>({ resolver: resolverFor(tool), defaultValues: seen });
	const care = useFormCare(form, email, tool._id);
	const { reset } = form;
	const typing = useRef(false);
	typing.current = care.dirty;

	// The row follows the list, but not under the hands of somebody who is typing.
	const { price, quantity, minOrderQuantity, quantityWas } = seen;
	useEffect(() => {
		if (!typing.current) reset({ price, quantity, minOrderQuantity, quantityWas });
	}, [reset, price, quantity, minOrderQuantity, quantityWas]);

	const save = form.handleSubmit((values) =>
		care.send(
			async () => {
				await write(tool, values);
				const { quantityWas: _, ...now } = values;
				reset(rowValues({ ...tool, ...now }));
				onChanged({ ...tool, ...now });
				say("success", messages.productUpdated(tool.name));
			},
			(error) => void showAsItIs(error),
		),
	);

	const restore = () => {
		reset(seen);
		care.setRefusal(undefined);
	};

	/** After a refusal because the tool has changed: what it is now, keeping price and minimum as typed. */
	const showAsItIs = async (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		if (error.code === "not_found") {
			say("error", error.message);
			onGone(tool._id);
		}
		if (error.code !== "stock_changed") return;
		const [fresh] = await call(listToolsEndpoint, { query: { id: tool._id } }).catch(() => []);
		if (!fresh) return;
		reset(rowValues(fresh), { keepDirtyValues: true });
		for (const name of ["quantity", "quantityWas"] as const) {
			form.setValue(name, fresh.quantity, { shouldDirty: true });
		}
		onChanged(fresh);
	};

	return { form, care, save, restore };
}

function rowValues({ price, quantity, minOrderQuantity }: Tool): RowValues {
	return { price, quantity, minOrderQuantity, quantityWas: quantity };
}

function resolverFor(tool: Tool): Resolver<RowValues> {
	const stock = valibotResolver(restock);
	const whole = valibotResolver(toolUpdate);
	return async (values, context, options) => {
		const schema = onlyStock(values, tool) ? stock : whole;
		const { errors } = await schema(values, context, options as never);
		if (Object.keys(errors).length === 0) return { values, errors: {} };
		const soldOut = values.quantity === 0 && "quantity" in errors;
		const quantity = { type: "min", message: messages.restockFirst };
		return { values: {}, errors: soldOut ? { ...errors, quantity } : errors };
	};
}

async function write(tool: Tool, values: RowValues): Promise<void> {
	const { quantity, quantityWas } = values;
	if (onlyStock(values, tool)) {
		await call(restockToolEndpoint, { params: { id: tool._id }, body: { quantity, quantityWas } });
	} else {
		await call(updateToolEndpoint, { query: { id: tool._id }, body: values });
	}
}
