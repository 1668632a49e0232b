import { factsOf, type SoldTool } from "../../shop/tools/sold-tool.ts";

/** Below the name of a tool: its options and its code. */
export function SoldFacts({ tool }: { tool: SoldTool }) {
	const facts = factsOf(tool);
	return facts && <p className="text-sm text-quiet wrap-anywhere">{facts}</p>;
}
