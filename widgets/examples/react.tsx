/** A React page with a card that follows its state. On your own site import "@cogsmith/widgets/define". */
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type {} from "../src/jsx.d.ts";
import "../src/define.ts";

const tools = { "torque-wrench": "Torque wrench", "chain-breaker": "Chain breaker" } as const;
type ToolId = keyof typeof tools;

function Page() {
	const [tool, setTool] = useState<ToolId>("torque-wrench");
	const [selectedTool, setSelectedTool] = useState("");
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		const element = card.current;
		const onSelect = (event: Event) => {
			event.preventDefault();
			if (event instanceof CustomEvent) setSelectedTool(event.detail.toolId);
		};
		element?.addEventListener("cogsmith-select", onSelect);
		return () => element?.removeEventListener("cogsmith-select", onSelect);
	}, []);
	return (
		<>
			<h1>Tools we use</h1>
			{(Object.keys(tools) as ToolId[]).map((id) => (
				<button type="button" key={id} onClick={() => setTool(id)}>
					Show {tools[id]}
				</button>
			))}
			<cogsmith-tool-card ref={card} tool-id={tool} partner="react-page" loading="eager">
				<a href={`https://cogsmith.invalid/tools/${tool}`}>{tools[tool]}</a>
			</cogsmith-tool-card>
			<p role="status">{selectedTool && `Chosen: ${selectedTool}`}</p>
		</>
	);
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Page />);
