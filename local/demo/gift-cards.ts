/** The demo's gift cards, which the shop with a history has, and the link that leads to them. */
import { navigation } from "../../src/config/config.ts";
import type { DemoCategory, DemoTool } from "./data.ts";
import type { DemoFamily } from "./families.ts";

const values = [25, 50, 100] as const;

const slugOf = (value: number) => `gift-card-${value}`;

export const giftCardFamily: DemoFamily = {
	slug: "gift-cards",
	name: "Gift card",
	description:
		"For someone who knows which tool they're missing. Choose a value: the code arrives by e-mail, to forward or print.",
	options: [{ key: "value", name: "Value" }],
	values: Object.fromEntries(values.map((value) => [slugOf(value), { value: `$${value}` }])),
};

/** The category of gift cards, which has no tool of data.ts. */
export const giftCardCategory: DemoCategory = {
	slug: "gift-cards",
	name: "Gift cards",
	description: "The code arrives by e-mail, and it never expires.",
};

export const demoGiftCards: readonly DemoTool[] = values.map((value) => ({
	slug: slugOf(value),
	name: `Gift card, $${value}`,
	cardLine: "For someone who knows which tool they're missing",
	description: `$${value} for anything in the shop, all at once or bit by bit.`,
	minOrderQuantity: 1,
	quantity: 10_000,
	priceCents: value * 100,
	drawing: "gift-card",
	category: giftCardCategory.slug,
}));

/** The links as the dashboard would have set them: the menu of shop.config.ts, and one more in the footer. */
export const giftCardLinks = JSON.stringify({
	menu: navigation,
	footer: [{ label: "Gift cards", path: `/tools/${giftCardFamily.slug}` }],
});
