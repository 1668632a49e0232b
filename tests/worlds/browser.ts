/** What code in the browser can't see. `npm test -- types` fails if it can. */
export const seen = () => [document, window, localStorage, fetch];

export const unseen = () => [
	// @ts-expect-error of Node
	process,
	// @ts-expect-error of Node
	Buffer,
	// @ts-expect-error of Node
	import("node:fs"),
	// @ts-expect-error of the Worker
	{} as D1Database,
	// @ts-expect-error of the Worker
	{} as ExecutionContext,
	// @ts-expect-error of the Worker
	caches.default,
];
