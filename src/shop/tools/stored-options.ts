/** The options of a family, and the values that a tool has of them, as their columns have them. */

/** Something by which the tools of a family differ. */
export interface OptionAxis {
	/** Names it in `tools.option_values`. It stays when the name changes. */
	key: string;
	name: string;
	/** The dimension of the fit vocabulary whose standards the values are, so that a bike chooses one. */
	dimension?: string;
}

/** The value of each axis, by its key. */
export type OptionValues = Record<string, string>;

/** Which family a tool is in, as its row has it. */
export interface Membership {
	familyId: string | null;
	optionValues: OptionValues | null;
}

export const ofNoFamily: Membership = { familyId: null, optionValues: null };

/** An option and the value that a tool had of it, as what was sold keeps them. */
export interface SoldOption {
	name: string;
	value: string;
}
