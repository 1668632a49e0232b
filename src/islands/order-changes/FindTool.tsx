import { useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/order-changes.ts";
import { listToolsEndpoint } from "../../shop/tools/tools.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { formatPrice } from "../../values/money.ts";
import { Field } from "../ui/Field.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";

/** Tools that are listed, so that a family has all its variants there, and how long typing must pause before the server is asked, in milliseconds. */
const maxTools = 50;
const debounceMs = 200;

interface Props {
	/** The label of each tool's button. */
	onChoose: (tool: Tool) => void;
	/** Whether one that is sold out can be chosen too. */
	inAnyStock?: boolean;
}

/** Finds tools by their name, as Find anything does, to choose one. */
export function FindTool({ onChoose, inAnyStock = false }: Props) {
	const [q, setQ] = useState("");
	const [found, setFound] = useState<{ q: string; tools: Tool[] }>();
	const [error, setError] = useState<string>();
	useEffect(() => {
		if (q.trim() === "") return;
		let isLatest = true;
		const timer = setTimeout(async () => {
			try {
				const tools = await call(listToolsEndpoint, { query: { q, limit: String(maxTools) } });
				if (!isLatest) return;
				setFound({ q, tools });
				setError(undefined);
			} catch (failure) {
				if (isLatest && !redirectIfSignedOut(failure)) setError(errorMessage(failure));
			}
		}, debounceMs);
		return () => {
			isLatest = false;
			clearTimeout(timer);
		};
	}, [q]);
	const isSoldOut = ({ quantity, minOrderQuantity }: Tool) =>
		!inAnyStock && quantity < minOrderQuantity;
	const tools = q.trim() === "" ? [] : (found?.tools ?? []);
	return (
		<div className="grid gap-2">
			<Field
				label={texts.findTool}
				hint={texts.findToolHint}
				type="search"
				autoComplete="off"
				// What is typed before hydration would be lost.
				disabled={!useHydrated()}
				value={q}
				error={error}
				onChange={({ target }) => setQ(target.value)}
				onKeyDown={(event) => {
					// Not the form around it.
					if (event.key === "Enter") event.preventDefault();
				}}
			/>
			<p role="status" className="text-quiet empty:hidden">
				{found?.q === q && found.tools.length === 0 && texts.noTools}
			</p>
			<ul className="grid max-h-96 gap-2 overflow-y-auto">
				{tools.map((tool) => (
					<li key={tool._id} className="flex items-center justify-between gap-4">
						<span>
							{tool.name}{" "}
							<span className="text-quiet">
								{texts.inStock(tool.quantity, formatPrice(tool.price))}
							</span>
						</span>
						<button
							type="button"
							className="btn btn-outline"
							aria-label={`${texts.add}: ${tool.name}`}
							disabled={isSoldOut(tool)}
							onClick={() => onChoose(tool)}
						>
							{isSoldOut(tool) ? texts.soldOut : texts.add}
						</button>
					</li>
				))}
			</ul>
			{tools.length === maxTools && <p className="text-quiet">{texts.moreTools(maxTools)}</p>}
		</div>
	);
}
