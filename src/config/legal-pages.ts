/** The legal pages. content/legal has a text for each, /legal/terms and so on show those published. */
export const legalPages = [
	"terms",
	"privacy",
	"cookies",
	"imprint",
	"shipping",
	"returns",
	"contact",
	"accessibility",
] as const;

export type LegalPage = (typeof legalPages)[number];
