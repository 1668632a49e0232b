/** The texts of kits: bundles of tools with one price. */
/** How an order calls what a kit takes off. */
export const kitDiscount = (name: string) => `Kit “${name}”`;
/** Above the lines of a kit. */
export const kitNamed = (name: string, quantity: number) =>
	quantity === 1 ? `Kit “${name}”` : `${quantity} × kit “${name}”`;
export const kitFor = (name: string, price: string) => `Kit “${name}” for ${price}`;
export const madeOf = "What's in the kit";
/** On a kit's page, which has no fit of its own. */
export const fitOfParts = "Tap a part to see what it fits. The kit fits if all its parts do.";
export const pieces = (quantity: number, name: string) => `${quantity} × ${name}`;
export const togetherLess = (price: string, less: string) =>
	`${price} bought separately: you save ${less}.`;

/** On the page of a part. */
export const alsoInKits = "Also in a kit";
export const lessThanParts = (price: string, less: string) =>
	`${price}, ${less} less than bought separately`;

export const partTwice = "List each tool only once.";
export const tooFewPieces = "A kit needs at least two items.";
export const partUnknown = "There is no such tool.";
export const partIsKit = "A kit can't be part of another kit.";
export const isPart = "It's part of a kit, so it can't be a kit itself.";
export const wasOrdered =
	"It has been ordered as a single tool. Duplicate it, then make the copy a kit.";
export const isVariant = "It belongs to a family, so it can't be a kit.";
export const kitInFamily = "A kit can't belong to a family.";
export const stockFollows = "A kit's stock follows from its parts.";

/** The editor. */
export const editorTitle = "Made of";
export const aboutParts =
	"A kit is made of other tools and has one price. It sells while all its parts are in stock, and never costs more than they do together.";
export const makeKit = "Make it a kit";
export const parts = "Parts";
export const quantityOf = (name: string) => `Quantity of ${name}`;
export const removePart = (name: string) => `Remove ${name}`;
export const saveParts = "Save parts";
export const savedParts = "Parts saved.";
export const togetherCost = (price: string) => `Together the parts cost ${price}.`;
export const saves = (less: string) => `The kit costs ${less} less.`;
export const costsTooMuch = (price: string) =>
	`A kit never costs more than its parts. This one sells for ${price} until you lower its price.`;
