import { type ReactNode, type SubmitEvent, useMemo, useRef, useState } from "react";
import * as common from "../../messages/common.ts";
import { isGiftCard } from "../../messages/gift-product.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/products.ts";
import type { FitData, Found } from "../../shop/jobs/found-at.ts";
import { fieldsOf, type ManagedTool, type TextField } from "../../shop/tools/tool-fields.ts";
import type { ToolLook } from "../../shop/tools/tool-looks.ts";
import { RecordField } from "../records/RecordField.tsx";
import { CapabilityRows } from "./CapabilityRows.tsx";
import { FoundAt } from "./FoundAt.tsx";
import { ProductFields } from "./ProductFields.tsx";
import { ProductImages } from "./ProductImages.tsx";
import { ProductState } from "./ProductState.tsx";
import { SaveProduct } from "./SaveProduct.tsx";
import { SpecificationRows } from "./SpecificationRows.tsx";
import { useProduct } from "./useProduct.ts";

interface Props {
	tool: ManagedTool;
	/** How its fields are entered. */
	looks: Readonly<Record<TextField, ToolLook>>;
	categories: readonly { slug: string; name: string }[];
	/** Names of specifications of other tools. */
	specificationNames: readonly string[];
	/** The stock at which a tool without a threshold of its own is low. */
	lowStock: number;
	/** The FitData as JSON, which is shorter than Astro's format of props. */
	fitJson: string;
	/** Where it is found with what is stored. */
	found: Found;
	/** E-mail of the administrator. */
	email: string;
}

/** The texts that say what a tool is, and those that identify it. What it holds stands beside its price. */
const descriptive = fieldsOf("text", "lines").filter(
	(field) => !isCode(field) && field !== "contents",
);
const codes = fieldsOf("text").filter(isCode);

function isCode(field: TextField): boolean {
	return /^(maker|mpn|sku|gtin|supplier|shelf)$/.test(field);
}

/** All about a tool in one form, with what puts it into the shop and takes it out. */
export function ProductEditor({ tool: initial, categories, lowStock, email, ...props }: Props) {
	const element = useRef<HTMLFormElement>(null);
	const product = useProduct(initial, email, element);
	const { tool, form, fields, errors, guard, edit } = product;
	const fieldProps = { product, categories, lowStock, looks: props.looks };
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
				<Section id="basics" title={texts.whatItIs}>
					<ProductFields names={descriptive} {...fieldProps} />
				</Section>
				<Section id="codes" title={texts.makerAndCodes}>
					<div className="grid items-start gap-5 sm:grid-cols-2">
						<ProductFields names={codes} {...fieldProps} />
					</div>
				</Section>
				<Section id="images" title={texts.images}>
					<ProductImages
						images={form.images}
						toolName={form.name}
						errors={errors}
						onChange={(images) => edit("images", images)}
						onBusy={setUploading}
					/>
				</Section>
				<Section id="numbers" title={texts.priceAndStockText}>
					<div className="grid items-start gap-5 sm:grid-cols-2">
						<ProductFields names={[...fieldsOf("money", "count"), "contents"]} {...fieldProps} />
					</div>
					<RecordField
						field={{ kind: "flag", label: isGiftCard }}
						value={form.giftCard ? "1" : ""}
						error={errors.giftCard}
						onChange={({ target }) => edit("giftCard", target.value === "1")}
					/>
				</Section>
				<Section id="specifications" title={common.specifications}>
					<SpecificationRows
						specifications={form.specifications}
						names={props.specificationNames}
						errors={errors}
						onChange={(specifications) => edit("specifications", specifications)}
					/>
				</Section>
				<Section id="fits" title={common.whatItFits}>
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
				stored={props.found}
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
