/** The figures of the home page. */

interface Figure {
	name: string;
	value: string;
	note: string;
}

/** The fixed samples of the specification. */
const samples: readonly Figure[] = [
	{ name: "Total likes", value: "25.6K", note: "21% more than last month" },
	{ name: "Products sold", value: "12,430", note: "8% more than last month" },
	{ name: "Tasks done", value: "86%", note: "31 tasks remaining" },
];

/** Returns the shop's own figures, or the samples if it is the demo shop. A shop that has neither shows none. */
export function figuresOf(
	own: readonly Figure[] | undefined,
	isDemo: boolean,
): readonly Figure[] | undefined {
	return own ?? (isDemo ? samples : undefined);
}
