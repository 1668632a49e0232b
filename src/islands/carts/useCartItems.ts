import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../http/call.ts";
import type { CartLine } from "../../shop/carts/cart-lines.ts";
import { readCartEndpoint } from "../../shop/carts/carts.api.ts";
import type { CartItem } from "../../shop/carts/carts.ts";
import { chosenBike } from "../../shop/fit/bike-storage.ts";
import { errorMessage } from "../ui/useSend.ts";

/**
 * The tools of these lines as they are now, by id: all of them in one request. Fetched for each line whose
 * tool is not known yet, and again when the customer comes back to the page.
 */
export function useCartItems(lines: readonly CartLine[]) {
	const [items, setItems] = useState<ReadonlyMap<string, CartItem>>(new Map());
	const [failed, setFailed] = useState<string>();
	const latestRequest = useRef(0);

	const load = useEffectEvent(({ silent = false } = {}) => {
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
				if (request === latestRequest.current && !silent) setFailed(errorMessage(error));
			},
		);
	});

	const missing = lines.map(({ toolId }) => toolId).filter((toolId) => !items.has(toolId));
	const missingKey = JSON.stringify(missing);
	const [attempt, setAttempt] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt loads again
	useEffect(() => {
		if (missingKey !== "[]") load();
	}, [missingKey, attempt]);

	useEffect(() => {
		const refresh = () => {
			if (document.visibilityState === "visible") load({ silent: true });
		};
		addEventListener("pageshow", refresh);
		document.addEventListener("visibilitychange", refresh);
		return () => {
			removeEventListener("pageshow", refresh);
			document.removeEventListener("visibilitychange", refresh);
		};
	}, []);

	const retry = () => {
		setFailed(undefined);
		setAttempt((count) => count + 1);
	};
	return { items, failed, retry };
}
