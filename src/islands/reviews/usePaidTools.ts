import { useCallback, useEffect, useState } from "react";
import { callPage } from "../../http/call.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import { signsInAgain } from "../ui/useSend.ts";

/** A tool one has paid for. */
export interface PaidTool {
	id: string;
	name: string;
}

type State = "loading" | "failed" | PaidTool[];

/** The tools the customer has paid for, each once, latest order first; and how to ask again. */
export function usePaidTools(email: string): { tools: State; retry: () => void } {
	const [tools, setTools] = useState<State>("loading");
	const load = useCallback(async () => {
		setTools("loading");
		try {
			setTools(await paidTools(email));
		} catch (error) {
			if (!signsInAgain(error)) setTools("failed");
		}
	}, [email]);
	useEffect(() => {
		void load();
	}, [load]);
	return { tools, retry: load };
}

async function paidTools(email: string): Promise<PaidTool[]> {
	const found = new Map<string, PaidTool>();
	let cursor: string | undefined;
	do {
		const query = { email, ...(cursor && { cursor }) };
		const page = await callPage(listOrdersEndpoint, { query });
		for (const { productCode: id, name, paid } of page.items) {
			if (paid && !found.has(id)) found.set(id, { id, name });
		}
		cursor = page.next;
	} while (cursor);
	return [...found.values()];
}
