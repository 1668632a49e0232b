/** The e-mail for the merchant: what was paid and what is low in stock since the last one. */
import { formatCentsIn } from "../../values/money.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import type { MailBlock, MailContent } from "./layout.ts";
import { digestTexts } from "./texts.ts";

export interface Digest {
	/** The first orders that were paid. */
	orders: readonly {
		number: number;
		lines: readonly { name: string; quantity: number }[];
		totalCents: number;
		currency: string;
	}[];
	/** All orders that were paid. */
	orderCount: number;
	/** Tools that orders made low in stock, with what is left now. */
	lowTools: readonly { name: string; quantity: number }[];
}

/** The URLs of the pages where the merchant ships and restocks, and where a recipient stops the digest. */
interface DigestUrls {
	manageOrders: string;
	manageProducts: string;
	stop: string;
}

/** Returns the e-mail about new orders and low stock, the lowest stock first. */
export function digestMail(
	{ orders, orderCount, lowTools }: Digest,
	urls: DigestUrls,
): MailContent {
	const texts = digestTexts;
	const leastFirst = lowTools.toSorted((one, other) => one.quantity - other.quantity);
	const moreCount = orderCount - orders.length;
	const orderBlocks: MailBlock[] = [
		{ text: texts.newOrders(orderCount) },
		{
			rows: orders.map(({ number, lines, totalCents, currency }) => ({
				label: texts.order(formatOrderNumber(number), lines),
				value: formatCentsIn(totalCents, currency),
			})),
		},
		...(moreCount > 0 ? [{ text: texts.more(moreCount) }] : []),
		{ text: texts.ship },
		{ link: { label: texts.manageOrders, url: urls.manageOrders } },
	];
	const stockBlocks: MailBlock[] = [
		{ text: texts.lowStock },
		{
			rows: leastFirst.map(({ name, quantity }) => ({ label: name, value: texts.left(quantity) })),
		},
		{ text: texts.restock },
		{ link: { label: texts.manageProducts, url: urls.manageProducts } },
	];
	return {
		subject: texts.subject(orderCount),
		blocks: [
			...(orderCount > 0 ? orderBlocks : []),
			...(lowTools.length > 0 ? stockBlocks : []),
			{ text: texts.closing },
			{ link: { label: texts.stop, url: urls.stop, isText: true } },
		],
	};
}
