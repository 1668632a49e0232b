import { type ReactNode, type SubmitEvent, useMemo, useRef, useState } from "react";
import { fieldLabel } from "../../messages.products.ts";
import * as messages from "../../messages.ts";
import type { FitData } from "../../shop/jobs/found-at.ts";
import { fieldsOf, type ManagedTool } from "../../shop/tools/tool-fields.ts";
import { Field, SelectField, TextareaField } from "../ui/Field.tsx";
import { AddressField } from "./AddressField.tsx";
import { CapabilityRows } from "./CapabilityRows.tsx";
import { FoundAt } from "./FoundAt.tsx";
import { ProductImages } from "./ProductImages.tsx";
import { ProductNumbers } from "./ProductNumbers.tsx";
import { ProductState } from "./ProductState.tsx";
import { SaveProduct } from "./SaveProduct.tsx";
import { SpecificationRows } from "./SpecificationRows.tsx";
import { useProduct } from "./useProduct.ts";

interface Props {
	tool: ManagedTool;
	categories: readonly { slug: string; name: string }[];
	/** Names of specifications of other tools. */
	specificationNames: readonly string[];
	/** The stock at which a tool without a threshold of its own is low. */
	lowStock: number;
	/** The FitData as JSON, which is shorter than Astro's format of props. */
	fitJson: string;
	/** E-mail of the administrator. */
	email: string;
}

/** All about a tool in one form, with what puts it into the shop and takes it out. */
export function ProductEditor({ tool: initial, categories, lowStock, email, ...props }: Props) {
	const element = useRef<HTMLFormElement>(null);
	const product = useProduct(initial, email, element);
	const { tool, form, fields, errors, guard, edit, textProps } = product;
	const [uploading, setUploading] = useState(false);
	// The server has made it of a FitData.
	const fitData = useMemo(() => JSON.parse(props.fitJson) as FitData, [props.fitJson]);

	return (
		<div className="product-page">
			<ProductState
				tool={tool}
				busy={guard.sending}
				onChange={(changes, text) => void product.change(changes, text)}
			/>
			<form
				ref={element}
				noValidate
				method="post"
				className="product-form"
				onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
					event.preventDefault();
					product.save();
				}}
			>
				{guard.restored && <p role="status">{messages.draftRestored}</p>}
				<Section id="basics" title="What it is">
					{fieldsOf("text", "longText").map((field) => {
						const props = { label: fieldLabel(field), ...textProps(field) };
						if (field === "address") return <AddressField key={field} {...textProps(field)} />;
						if (field === "description") return <TextareaField key={field} rows={5} {...props} />;
						if (field !== "category") return <Field key={field} type="text" {...props} />;
						return (
							<SelectField key={field} {...props}>
								<option value="">No category</option>
								{categories.map(({ slug, name }) => (
									<option key={slug} value={slug}>
										{name}
									</option>
								))}
							</SelectField>
						);
					})}
				</Section>
				<Section id="images" title="Images">
					<ProductImages
						images={form.images}
						toolName={form.name}
						errors={errors}
						onChange={(images) => edit("images", images)}
						onBusy={setUploading}
					/>
				</Section>
				<Section id="numbers" title="Price and stock">
					<ProductNumbers product={product} lowStock={lowStock} />
				</Section>
				<Section id="specifications" title="Specifications">
					<SpecificationRows
						specifications={form.specifications}
						names={props.specificationNames}
						errors={errors}
						onChange={(specifications) => edit("specifications", specifications)}
					/>
				</Section>
				<Section id="fits" title="What it fits">
					<CapabilityRows
						capabilities={form.capabilities}
						vocabulary={fitData.vocabulary}
						errors={errors}
						onChange={(capabilities) => edit("capabilities", capabilities)}
					/>
				</Section>
				<SaveProduct product={product} uploading={uploading} />
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

interface SectionProps {
	id: string;
	title: string;
	children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
	return (
		<section aria-labelledby={id} className="grid gap-5">
			<h2 id={id} className="text-2xl">
				{title}
			</h2>
			{children}
		</section>
	);
}
