import { type SubmitEvent, useMemo, useRef, useState } from "react";
import * as productMessages from "../../messages.products.ts";
import * as messages from "../../messages.ts";
import { currencySign } from "../../shop/config/config.ts";
import type { FitData } from "../../shop/jobs/found-at.ts";
import { formatPrice, priceStep } from "../../shop/money.ts";
import { type ManagedTool, marginOf } from "../../shop/tools/managed-tool.ts";
import { Field, FieldError, SelectField, TextareaField } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { AddressField } from "./AddressField.tsx";
import { CapabilityRows } from "./CapabilityRows.tsx";
import { FoundAt } from "./FoundAt.tsx";
import { ProductImages } from "./ProductImages.tsx";
import { ProductState } from "./ProductState.tsx";
import { type ProductForm, toFields } from "./product-form.ts";
import { SpecificationRows } from "./SpecificationRows.tsx";
import { useProduct } from "./useProduct.ts";

interface Props {
	tool: ManagedTool;
	categories: readonly { slug: string; name: string }[];
	/** Names of specifications of other tools. */
	specificationNames: readonly string[];
	/** The stock at which a tool without a mark of its own is low. */
	lowStock: number;
	/** The FitData as JSON, which is shorter than Astro's format of props. */
	fitJson: string;
	/** E-mail of the administrator. */
	email: string;
}

type TextField = Exclude<keyof ProductForm, "images" | "specifications" | "capabilities">;

/** All about a tool in one form, with what puts it into the shop and takes it out. */
export function ProductEditor({
	tool: initial,
	categories,
	specificationNames,
	lowStock,
	fitJson,
	email,
}: Props) {
	const element = useRef<HTMLFormElement>(null);
	const { tool, form, errors, conflicts, guard, dirty, edit, discard, change, save } = useProduct(
		initial,
		email,
		element,
	);
	const [uploading, setUploading] = useState(false);
	// The server has made it of a FitData.
	const fitData = useMemo(() => JSON.parse(fitJson) as FitData, [fitJson]);
	const fields = toFields(form);
	const isLow = tool.quantity <= (tool.lowStock ?? lowStock);

	const textProps = (name: TextField) => ({
		name,
		value: form[name],
		error: errors[name],
		onChange: ({ target }: { target: { value: string } }) => edit(name, target.value),
	});
	const price = { type: "number", inputMode: "decimal", step: priceStep, min: 0 } as const;
	const pieces = { type: "number", inputMode: "numeric", min: 0 } as const;

	return (
		<div className="product-page">
			<ProductState
				tool={tool}
				busy={guard.sending}
				onChange={(changes, text) => void change(changes, text)}
			/>
			<form
				ref={element}
				noValidate
				method="post"
				className="product-form"
				onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
					event.preventDefault();
					save();
				}}
			>
				{guard.restored && <p role="status">{messages.draftRestored}</p>}
				<section aria-labelledby="basics" className="grid gap-5">
					<h2 id="basics" className="text-2xl">
						What it is
					</h2>
					<Field label="Name" type="text" {...textProps("name")} />
					<AddressField {...textProps("address")} />
					<TextareaField label="Description" rows={5} {...textProps("description")} />
					<SelectField label="Category" {...textProps("category")}>
						<option value="">No category</option>
						{categories.map(({ slug, name }) => (
							<option key={slug} value={slug}>
								{name}
							</option>
						))}
					</SelectField>
				</section>
				<section aria-labelledby="images" className="grid gap-5">
					<h2 id="images" className="text-2xl">
						Images
					</h2>
					<ProductImages
						images={form.images}
						toolName={form.name}
						errors={errors}
						onChange={(images) => edit("images", images)}
						onBusy={setUploading}
					/>
				</section>
				<section aria-labelledby="numbers" className="grid gap-5">
					<h2 id="numbers" className="text-2xl">
						Price and stock
					</h2>
					<div className="grid items-start gap-5 sm:grid-cols-2">
						<Field label={`Price (${currencySign})`} {...price} {...textProps("price")} />
						<Field
							label={`Cost (${currencySign})`}
							hint={marginText(fields)}
							{...price}
							{...textProps("cost")}
						/>
						<Field
							label="Stock"
							hint={isLow ? productMessages.lowNow(tool.quantity) : undefined}
							{...pieces}
							{...textProps("quantity")}
						/>
						<Field label="Low-stock mark" {...pieces} {...textProps("lowStock")} />
						<Field label="Minimum order" {...pieces} min={1} {...textProps("minOrderQuantity")} />
					</div>
				</section>
				<section aria-labelledby="specifications" className="grid gap-5">
					<h2 id="specifications" className="text-2xl">
						Specifications
					</h2>
					<SpecificationRows
						specifications={form.specifications}
						names={specificationNames}
						errors={errors}
						onChange={(specifications) => edit("specifications", specifications)}
					/>
				</section>
				<section aria-labelledby="fits" className="grid gap-5">
					<h2 id="fits" className="text-2xl">
						What it fits
					</h2>
					<CapabilityRows
						capabilities={form.capabilities}
						vocabulary={fitData.vocabulary}
						errors={errors}
						onChange={(capabilities) => edit("capabilities", capabilities)}
					/>
				</section>
				<div className="product-save">
					{conflicts.length > 0 && (
						<div role="alert" className="grid gap-2">
							<p className="font-semibold">{productMessages.changedMeanwhile(conflicts)}</p>
							<ul className="grid gap-1">
								{conflicts.map((field) => (
									<li key={field} className="flex flex-wrap items-center gap-2">
										{nowText(tool, field)}
										<button
											type="button"
											className="btn btn-outline btn-sm"
											onClick={() => discard(field)}
										>
											{productMessages.keepTheirs(field)}
										</button>
									</li>
								))}
							</ul>
						</div>
					)}
					{conflicts.length === 0 && <FieldError message={guard.formError} />}
					{/* On the right, because toasts are on the left. */}
					<div className="flex flex-wrap justify-end gap-3">
						<SubmitButton busy={guard.sending} busyLabel="Saving …" disabled={!dirty || uploading}>
							Save
						</SubmitButton>
						{dirty && (
							<button type="button" className="btn btn-outline" onClick={() => discard()}>
								Discard changes
							</button>
						)}
					</div>
				</div>
			</form>
			<FoundAt
				capabilities={fields.capabilities}
				category={categories.find(({ slug }) => slug === form.category)}
				state={tool.state}
				fitData={fitData}
			/>
		</div>
	);
}

function marginText(fields: Parameters<typeof marginOf>[0]): string | undefined {
	const margin = marginOf(fields);
	if (!margin) return undefined;
	const { amount, percent } = margin;
	return amount < 0
		? productMessages.loss(formatPrice(-amount))
		: productMessages.margin(formatPrice(amount), percent);
}

/** What a field is in the shop now. Lists are too long for it. */
function nowText(tool: ManagedTool, field: keyof typeof productMessages.fieldNames): string {
	const value = tool[field];
	if (value === null || typeof value === "object" || field === "description")
		return productMessages.isOtherNow;
	const isPrice = field === "price" || field === "cost";
	return productMessages.isNow(isPrice ? formatPrice(Number(value)) : String(value));
}
