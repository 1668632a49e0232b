/** What code in Node can't see. `npm test -- types` fails if it can. */
export const seen = () => [process, Buffer, fetch];

export const unseen = () => [
	// @ts-expect-error of a page
	document,
	// @ts-expect-error of a page
	window,
	// @ts-expect-error of the Worker
	caches.default,
	// @ts-expect-error of the Worker
	{} as D1Database,
	// @ts-expect-error of the Worker
	{} as ExecutionContext,
];
