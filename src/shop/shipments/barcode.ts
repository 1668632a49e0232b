/** The number of an order as a barcode that every scanner reads: Code 39 (ISO/IEC 16388). */

/** Five bars and the four gaps between them, wide or narrow, of each digit. */
const digitPatterns = [
	"nnnwwnwnn",
	"wnnwnnnnw",
	"nnwwnnnnw",
	"wnwwnnnnn",
	"nnnwwnnnw",
	"wnnwwnnnn",
	"nnwwwnnnn",
	"nnnwnnwnw",
	"wnnwnnwnn",
	"nnwwnnwnn",
];
/** What a code begins and ends with. */
const startStop = "nwnnwnwnn";

/** Returns the bars of a number, each with its start and its width in modules, and the width of all. */
export function barcodeOf(number: number): {
	bars: [start: number, width: number][];
	width: number;
} {
	const digits = [...String(number)].map((digit) => digitPatterns[Number(digit)] ?? "");
	// A narrow gap stands between two characters.
	const elements = [startStop, ...digits, startStop].join("n");
	const bars: [number, number][] = [];
	let at = 0;
	for (const [index, element] of [...elements].entries()) {
		const width = element === "w" ? 3 : 1;
		if (index % 2 === 0) bars.push([at, width]);
		at += width;
	}
	return { bars, width: at };
}
