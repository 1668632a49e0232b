/** A part of a bundle: the id of its tool, and how many pieces. */
export interface Part {
	toolId: string;
	quantity: number;
}

/** A part of a bundle as the column `parts` of the bundle has it: how many pieces, and what pages show of it. */
export interface StoredPart extends Pick<Part, "quantity"> {
	id: string;
	name: string;
	slug: string | null;
	image: string;
	priceCents: number;
	minOrderQuantity: number;
}
