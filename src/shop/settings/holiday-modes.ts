/** What a holiday is. Without its schema, which forms in the browser don't need. */

/** What a holiday changes: nothing but the notice, days of delivery, or whether one can order. */
export const holidayModes = ["notice", "longer", "closed"] as const;

export interface Holiday {
	/** What every page says meanwhile. */
	text: string;
	/** Its first and its last day, in the shop's time zone. */
	from: string;
	to: string;
	mode: (typeof holidayModes)[number];
	/** How many days longer delivery takes. */
	moreDays?: number | undefined;
}
