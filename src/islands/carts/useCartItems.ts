import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../http/call.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { readCartEndpoint } from "../../shop/carts/carts.api.ts";
import type { CartItem } from "../../shop/carts/carts.ts";
import { chosenBike } from "../../shop/fit/bike-storage.ts";
import { errorMessage } from "../ui/useSend.ts";

/**
 * The tools of these lines as they are now, by id: all of them in one request. Fetched for each line whose
 * tool is not known yet, and again by `reload`, or `refresh`, which keeps silent about failures.
 */
export function useCartItems(lines: readonly CartLine[]) {
	const [items, setItems] = useState<ReadonlyMap<string, CartItem>>(new Map());
	const [failed, setFailed] = useState<string>();
	const latestRequest = useRef(0);
	const load = (onError: (message: string) => void) => {
		if (lines.length === 0) return;
		latestRequest.current += 1;
		const request = latestRequest.current;
		call(readCartEndpoint, { body: { lines: [...lines], bike: chosenBike()?.[1] } }).then(
			(found) => {
				if (request !== latestRequest.current) return;
				setItems(new Map(found.map((item) => [item.toolId, item])));
				setFailed(undefined);
			},
			(error: unknown) => {
				if (request === latestRequest.current) onError(errorMessage(error));
			},
		);
	};
	const missing = lines.map(({ toolId }) => toolId).filter((toolId) => !items.has(toolId));
	const missingKey = missing.join(" ");
	const loadMissing = useEffectEvent(() => {
		if (missing.length > 0) load(setFailed);
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: loads for other tools
	useEffect(() => loadMissing(), [missingKey]);
	return {
		items,
		failed,
		reload: () => {
			setFailed(undefined);
			load(setFailed);
		},
		refresh: () => load(() => undefined),
	};
}
