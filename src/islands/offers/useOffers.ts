import {
	type ComponentProps,
	createElement,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import { readOffersEndpoint } from "../../shop/carts/cart-offers.api.ts";
import { type DiscountedNow, noDiscounts, type PricedTool } from "../../shop/offers/discounts.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { errorMessage } from "../ui/useSend.ts";
import type { PayWithCards } from "./PayWithCards.tsx";

/** What the offers that were read take off lines. */
type Discount = (lines: readonly PricedTool[]) => DiscountedNow;

const noOffers: Discount = (lines) => ({ ...noDiscounts(lines), codeProblem: undefined });

type PayProps = Omit<ComponentProps<typeof PayWithCards>, "cards">;

/** What was read: what offers take off, and what shows how gift cards and store credit pay, if there are any. */
interface Read {
	discount: Discount;
	/** Whether a gift card is among the tools. */
	hasGiftCards?: boolean;
	showCards?: (props: PayProps) => ReactNode;
}

/** Reads the offers and cards of now. What calculates with them, and shows them, is loaded if there are any. */
async function readDiscount(toolIds: string[], code: string, forCustomer: boolean): Promise<Read> {
	const read = await call(readOffersEndpoint, {
		body: {
			toolIds,
			...(code !== "" && { code }),
			...(forCustomer && { forCustomer }),
		},
	});
	const { offers, cards, codeProblem, codeOrder } = read;
	const pay = cards && (await importChunk(() => import("./PayWithCards.tsx")));
	const hasGiftCards = read.facts.some(({ isGiftCard }) => isGiftCard);
	const shown = pay && {
		showCards: (props: PayProps) => createElement(pay.PayWithCards, { ...props, cards }),
	};
	if (offers.length === 0)
		return {
			discount: (lines) => ({
				...noDiscounts(lines),
				codeProblem,
				...(codeOrder && { codeOrder }),
			}),
			hasGiftCards,
			...shown,
		};
	const { discountNow } = await importChunk(() => import("../../shop/offers/discount-now.ts"));
	return { discount: (lines) => discountNow(lines, read), hasGiftCards, ...shown };
}

/**
 * What offers take off these lines, with a code or none (""): read for other tools and for another code, calculated here
 * for other quantities. `forCustomer` if staff enter the order.
 */
export function useOffers(lines: readonly PricedTool[], code: string, forCustomer = false) {
	const [read, setRead] = useState<Read & { key: string }>();
	const [failed, setFailed] = useState<string>();
	const latestRequest = useRef(0);
	const toolIds = lines.map(({ toolId }) => toolId);
	const key = [code, ...toolIds.toSorted()].join(" ");
	const { discount, hasGiftCards = false, showCards }: Read = read ?? { discount: noOffers };
	const load = () => {
		if (toolIds.length === 0) return;
		latestRequest.current += 1;
		const request = latestRequest.current;
		const isLatest = () => request === latestRequest.current;
		readDiscount(toolIds, code, forCustomer).then(
			(now) => {
				if (!isLatest()) return;
				setRead({ ...now, key });
				setFailed(undefined);
			},
			(error: unknown) => {
				if (!isLatest()) return;
				const codeProblem = error instanceof ShopError ? error.fields?.code : undefined;
				// Where too many codes were tried, what is ordered can be seen without one.
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
		hasGiftCards,
		/** Shows how gift cards and store credit pay; undefined without any. */
		showCards,
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
