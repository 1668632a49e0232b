import { useState } from "react";
import * as texts from "../../messages/variants.ts";
import type { ManagedFamily } from "../../shop/tools/families.ts";
import type { ManagedTool } from "../../shop/tools/tool-fields.ts";
import type { ToolLook } from "../../shop/tools/tool-looks.ts";
import type { Choice } from "../../values/record-fields.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";

const VariantForm = lazyDialog(() => import("./VariantForm.tsx"), "VariantForm");

interface Props {
	tool: ManagedTool;
	family: ManagedFamily | null;
	/** The fields of a row after the values of its options. */
	fields: readonly ToolLook[];
	/** The parts of a bike whose standards an option can have: dimensions of the fit vocabulary. */
	parts: readonly Choice[];
}

/** The grid of the tools of a family, into which one can paste from a spreadsheet. A tool without a family can get one. */
export function VariantGrid({ tool, family: initial, ...props }: Props) {
	const [family, setFamily] = useState(initial);
	const [isOpen, setOpen] = useState(initial !== null);
	const hydrated = useHydrated();
	return (
		<section aria-label={texts.variants} className="variant-grid">
			<h2 className="text-2xl">{texts.variants}</h2>
			<p className="text-sm text-quiet">{texts.aboutVariants}</p>
			{isOpen ? (
				<VariantForm
					// What is saved starts anew.
					key={JSON.stringify(family)}
					tool={tool}
					family={family}
					{...props}
					onClose={() => setOpen(false)}
					onSaved={(saved) => {
						setFamily(saved);
						setOpen(saved !== null);
					}}
				/>
			) : (
				<Button
					look="btn-outline justify-self-start"
					disabled={!hydrated}
					onClick={() => setOpen(true)}
				>
					{texts.makeFamily}
				</Button>
			)}
		</section>
	);
}
