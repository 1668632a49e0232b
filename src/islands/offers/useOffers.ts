import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import { codes as texts } from "../../messages.codes.ts";
import { readOffersEndpoint } from "../../shop/carts/cart-offers.api.ts";
import { codePattern, normalCode } from "../../shop/offers/codes.ts";
import { discountNow, type OffersOfNow, type PricedTool } from "../../shop/offers/discount-now.ts";
import { $code } from "../../stores/code.ts";
import { errorMessage } from "../ui/useSend.ts";

const none: OffersOfNow = { offers: [], facts: [] };

/** What offers take off these lines: read for other tools and for another code, calculated here for other quantities. */
export function useOffers(lines: readonly PricedTool[]) {
	const code = useStore($code);
	const [read, setRead] = useState<{ key: string; now: OffersOfNow }>();
	const [failed, setFailed] = useState<string>();
	const latestRequest = useRef(0);
	const toolIds = lines.map(({ toolId }) => toolId);
	const key = [code, ...toolIds.toSorted()].join(" ");
	const load = () => {
		if (toolIds.length === 0) return;
		latestRequest.current += 1;
		const request = latestRequest.current;
		const isLatest = () => request === latestRequest.current;
		const isCode = codePattern.test(normalCode(code));
		call(readOffersEndpoint, { body: { toolIds, ...(isCode && { code }) } }).then(
			(now) => {
				if (!isLatest()) return;
				const isUnknown = code !== "" && !isCode;
				setRead({ key, now: isUnknown ? { ...now, codeProblem: texts.unknown } : now });
				setFailed(undefined);
			},
			(error: unknown) => {
				if (!isLatest()) return;
				const codeProblem = error instanceof ShopError ? error.fields?.code : undefined;
				// Too many codes were tried: what is ordered can be seen without one.
				if (codeProblem) setRead({ key, now: { ...(read?.now ?? none), codeProblem } });
				else setFailed(errorMessage(error));
			},
		);
	};
	const loadChanged = useEffectEvent(load);
	// biome-ignore lint/correctness/useExhaustiveDependencies: loads for other tools, and another code
	useEffect(() => loadChanged(), [key]);
	return {
		code,
		discounted: discountNow(lines, read?.now ?? none),
		/** Whether they were read, if not yet for the code or the tools of this moment. */
		isKnown: toolIds.length === 0 || read !== undefined,
		isLoaded: read?.key === key,
		failed,
		reload: () => {
			setFailed(undefined);
			load();
		},
	};
}
