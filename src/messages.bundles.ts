/** The texts of kits: bundles of tools with one price. */
/** How an order calls what a kit takes off. */
export const kitDiscount = (name: string) => `Kit “${name}”`;
/** Above the lines of a kit. */
export const kitNamed = (name: string, quantity: number) =>
	quantity === 1 ? `Kit “${name}”` : `${quantity} × kit “${name}”`;
export const kitFor = (name: string, price: string) => `Kit “${name}” for ${price}`;
export const madeOf = "What is in it";
export const pieces = (quantity: number, name: string) => `${quantity} × ${name}`;
export const togetherLess = (price: string, less: string) =>
	`Bought one by one they cost ${price}: together ${less} less.`;

/** On the page of a part. */
export const alsoInKits = "Also in a kit";
export const lessThanParts = (price: string, less: string) =>
	`${price}, ${less} less than its tools one by one`;

export const partTwice = "Each tool can be there only once.";
export const tooFewPieces = "A kit has at least two pieces.";
export const partUnknown = "There is no such tool.";
export const partIsKit = "A kit can't be a part of another.";
export const isPart = "It is a part of a kit, so that it can't be one itself.";
export const wasOrdered = "It was ordered as one piece. Make a copy of it a kit.";
export const isVariant = "It is one of a family of tools, so that it can't be a kit.";
export const kitInFamily = "A kit can't be one of a family of tools.";
export const stockFollows = "The stock of a kit is what its parts allow.";

/** The editor. */
export const editorTitle = "Made of";
export const aboutParts =
	"A kit is made of other tools and has one price. It can be sold as often as its parts allow, and never costs more than they do together.";
export const makeKit = "Make it a kit";
export const parts = "Parts";
export const quantityOf = (name: string) => `Pieces of ${name}`;
export const removePart = (name: string) => `Remove ${name}`;
export const saveParts = "Save parts";
export const savedParts = "The parts are saved.";
export const togetherCost = (price: string) => `Together the parts cost ${price}.`;
export const saves = (less: string) => `The kit costs ${less} less.`;
export const costsTooMuch = (price: string) =>
	`The kit costs no more than that: it is sold for ${price} until its own price is lower.`;
