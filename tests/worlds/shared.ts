/** What code that runs anywhere can't see. `npm test -- types` fails if it can. */
export const seen = () => [URL, crypto.randomUUID, TextEncoder];

export const unseen = () => [
	// @ts-expect-error of a page
	document,
	// @ts-expect-error of a page
	sessionStorage,
	// @ts-expect-error of Node
	process,
	// @ts-expect-error of Node
	import("node:fs"),
	// @ts-expect-error of the Worker
	{} as D1Database,
	// @ts-expect-error of the Worker
	caches,
];
