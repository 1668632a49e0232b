/** A suggestion for a search, as `/suggest` returns it. */
export interface Suggestion {
	name: string;
	/** A path of the shop. */
	href: string;
}
