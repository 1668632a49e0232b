/** The texts of the guide for a gift. */
import { customers, name as shopName } from "../config/config.ts";

export const giftGuide = "A gift for someone who rides";
/** The name in the menu, where there is little room. */
export const gifts = "Gifts";
export const giftDescription = `Answer three questions, and ${shopName} shows tools, kits and gift cards for ${customers} within your budget.`;
export const giftIntroduction =
	"Answer three questions. You don't need to know anything about bikes.";
export const giftSteps = "Three questions";

export const giftQuestionTexts = {
	kind: {
		name: "Bike",
		question: "What do they ride?",
		help: "Choose the closest. The orange part is what sets it apart.",
	},
	mends: {
		name: "Repairs",
		question: "What do they fix themselves?",
		help: "Not sure? We'll stick to what every home workshop uses.",
	},
	"up-to": {
		name: "Budget",
		question: "How much would you like to spend?",
		help: "We'll only show what you can buy for that.",
	},
} as const;

export const mendNames = {
	tires: "Flat tires and wheels",
	gears: "Chain and gears",
	brakes: "Brakes",
	bolts: "Handlebars and bolts",
	unknown: "Not sure",
} as const;

export const upTo = (price: string) => `Up to ${price}`;
export const otherSum = "Another amount";
export const showGifts = "Show gifts";

/** What a kind of bike is called in a sentence: "road bike". */
const bikeNames = {
	road: "a road bike",
	gravel: "a gravel bike",
	mountain: "a mountain bike",
	city: "a city bike",
	"e-bike": "an e-bike",
	folding: "a folding bike",
	bmx: "a BMX",
	kids: "a children's bike",
	unknown: "any bike",
} as const;

/** The heading above what was found: "Gifts up to $50.00 for a road bike". */
export const giftsFor = (kind: keyof typeof bikeNames, price: string) =>
	`Gifts up to ${price} for ${bikeNames[kind]}`;
export const toolsAndKits = "Tools and kits";
export const noGifts =
	"No tool fits this budget for sure. Choose a gift card, or change an answer above.";
export const letThemChoose = "Or let them choose";
export const allGiftCards = "All gift cards";
export const fitsLabel = "Fits";
export const fitsKind = (kind: keyof typeof bikeNames) =>
	kind === "unknown" ? "any bike" : bikeNames[kind];
/** Says it of a tool that fits most bikes of the kind: "Ask which chain they have." */
export const fitsMost = "Fits most.";
export const askFirst = (parts: readonly string[]) =>
	`Ask about their ${parts.map((part) => part.charAt(0).toLowerCase() + part.slice(1)).join(" and ")} first.`;
/** On the page of a gift card. */
export const findAGift = "Or find a tool for their bike";
/** On the home page. */
export const giftIntro = "Say what they ride. Two more taps, and you'll have a gift that fits.";
