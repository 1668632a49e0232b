/** What code in the Worker can't see. `npm test -- types lint` fails if it can. */
export const seen = (database: D1Database) => [database, caches.default, fetch];

export const unseen = () => [
	// @ts-expect-error of a page
	document,
	// @ts-expect-error of a page
	window,
	// @ts-expect-error of a page
	localStorage,
	// biome-ignore lint/style/noRestrictedGlobals: workers-types declares it, so lint rejects it
	process,
	// biome-ignore lint/style/noRestrictedGlobals: likewise
	Buffer,
	// @ts-expect-error of Node
	import("node:fs"),
];

export const bodies = ({ json, bytes: readAll }: Request, request: Request) => [
	// @ts-expect-error only http/body.ts reads the body of a request
	json(),
	// @ts-expect-error likewise
	readAll(),
	// @ts-expect-error likewise
	request.text(),
	// @ts-expect-error likewise
	request.arrayBuffer(),
	// @ts-expect-error likewise
	request.clone().blob(),
	new Response(null).json(),
];
