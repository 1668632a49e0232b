import { useState } from "react";
import * as texts from "../../messages.bundles.ts";
import type { ManagedTool } from "../../shop/tools/tool-fields.ts";
import type { ToolPart } from "../../shop/tools/tools.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";

const PartsForm = lazyDialog(() => import("./PartsForm.tsx"), "PartsForm");

interface Props {
	tool: ManagedTool;
	parts: readonly ToolPart[];
}

/** What a kit is made of. Any other tool can become one. */
export function MadeOf({ tool, parts }: Props) {
	const [isOpen, setOpen] = useState(parts.length > 0);
	const hydrated = useHydrated();
	return (
		<section aria-label={texts.editorTitle} className="variant-grid">
			<h2 className="text-2xl">{texts.editorTitle}</h2>
			<p className="text-sm text-quiet">{texts.aboutParts}</p>
			{isOpen ? (
				<PartsForm tool={tool} parts={parts} onClose={() => setOpen(false)} />
			) : (
				<Button
					look="btn-outline justify-self-start"
					disabled={!hydrated}
					onClick={() => setOpen(true)}
				>
					{texts.makeKit}
				</Button>
			)}
		</section>
	);
}
