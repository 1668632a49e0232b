/** The elements' attributes for typed markup. Undefined attributes are not set. */

export type Level = 1 | 2 | 3 | 4 | 5 | 6;

interface CommonAttributes {
	partner?: string | undefined;
	theme?: "light" | "dark" | "auto" | undefined;
	lang?: string | undefined;
	loading?: "lazy" | "eager" | undefined;
	"heading-level"?: Level | `${Level}` | undefined;
}

export interface ToolCardAttributes extends CommonAttributes {
	"tool-id": string;
}

export interface ReviewFeedAttributes extends CommonAttributes {
	limit?: Level | `${Level}` | undefined;
}
