/** The figures of the home page. */
import * as texts from "../../messages/site.ts";

interface Figure {
	name: string;
	value: string;
	note: string;
}

/** The fixed samples of the specification. */
const samples: readonly Figure[] = [
	{ name: texts.totalLikes, value: "25.6K", note: texts.likesGrowth },
	{ name: texts.productsSold, value: "12,430", note: texts.soldGrowth },
	{ name: texts.tasksDone, value: "86%", note: "31 tasks remaining" },
];

/** Returns the shop's own figures, or the samples if it is the demo shop. A shop that has neither shows none. */
export function figuresOf(
	own: readonly Figure[] | undefined,
	isDemo: boolean,
): readonly Figure[] | undefined {
	return own ?? (isDemo ? samples : undefined);
}
