import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import { codes as texts } from "../../messages.codes.ts";
import { readOffersEndpoint } from "../../shop/carts/cart-offers.api.ts";
import { codePattern, normalCode } from "../../shop/offers/codes.ts";
import { type DiscountedNow, noDiscounts, type PricedTool } from "../../shop/offers/discounts.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { errorMessage } from "../ui/useSend.ts";

/** What the offers that were read take off lines. */
type Discount = (lines: readonly PricedTool[]) => DiscountedNow;

const noOffers: Discount = (lines) => ({ ...noDiscounts(lines), codeProblem: undefined });

/** Reads the offers of now. What calculates with them is loaded if there are any. */
async function readDiscount(toolIds: string[], code: string): Promise<Discount> {
	const isCode = codePattern.test(normalCode(code));
	const read = await call(readOffersEndpoint, { body: { toolIds, ...(isCode && { code }) } });
	const now = code !== "" && !isCode ? { ...read, codeProblem: texts.unknown } : read;
	const { offers, codeProblem } = now;
	if (offers.length === 0) return (lines) => ({ ...noDiscounts(lines), codeProblem });
	const { discountNow } = await importChunk(() => import("../../shop/offers/discount-now.ts"));
	return (lines) => discountNow(lines, now);
}

/**
 * What offers take off these lines, with a code or none (""): read for other tools and for another code, calculated here
 * for other quantities.
 */
export function useOffers(lines: readonly PricedTool[], code: string) {
	const [read, setRead] = useState<{ key: string; discount: Discount }>();
	const [failed, setFailed] = useState<string>();
	const latestRequest = useRef(0);
	const toolIds = lines.map(({ toolId }) => toolId);
	const key = [code, ...toolIds.toSorted()].join(" ");
	const { discount } = read ?? { discount: noOffers };
	const load = () => {
		if (toolIds.length === 0) return;
		latestRequest.current += 1;
		const request = latestRequest.current;
		const isLatest = () => request === latestRequest.current;
		readDiscount(toolIds, code).then(
			(now) => {
				if (!isLatest()) return;
				setRead({ key, discount: now });
				setFailed(undefined);
			},
			(error: unknown) => {
				if (!isLatest()) return;
				const codeProblem = error instanceof ShopError ? error.fields?.code : undefined;
				// Too many codes were tried: what is ordered can be seen without one.
				if (codeProblem)
					setRead({ key, discount: (priced) => ({ ...discount(priced), codeProblem }) });
				else setFailed(errorMessage(error));
			},
		);
	};
	const loadChanged = useEffectEvent(load);
	// biome-ignore lint/correctness/useExhaustiveDependencies: loads for other tools, and another code
	useEffect(() => loadChanged(), [key]);
	return {
		code,
		discounted: discount(lines),
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
