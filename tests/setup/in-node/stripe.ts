/**
 * The Stripe stand-in in the test's own process, a new one for each test file: `fetch` calls it without a
 * connection. It answers as it does by HTTP, a turn later.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inject } from "vitest";
import { ApiServer } from "../../../stand-in-for-stripe/src/api-server.ts";
import { PeakRate } from "../../../stand-in-for-stripe/src/peak-rate.ts";
import { Store } from "../../../stand-in-for-stripe/src/store.ts";
import { Webhooks } from "../../../stand-in-for-stripe/src/webhooks.ts";
import { backgroundWorkEnds } from "./workers.ts";

declare global {
	/** Node's own `fetch`. */
	var fetchOfNode: typeof fetch | undefined;
}

// What the test file before has left may still call its stand-ins.
await backgroundWorkEnds();

const keys = inject("keys");
const [secretKey, publishableKey, webhookSecret] = [
	keys.STRIPE_SECRET_KEY ?? "",
	keys.STRIPE_PUBLISHABLE_KEY ?? "",
	keys.STRIPE_WEBHOOK_SECRET ?? "",
];

const origin = inject("stripeUrl");

const store = new Store(":memory:");
const server = new ApiServer(
	{
		store,
		webhooks: new Webhooks(store, webhookSecret, undefined, 0),
		publishableKey,
		peakRate: new PeakRate(),
	},
	{ secretKey, publishableKey },
);

/** What the stand-in writes to a response, as a Response. */
function responseWriter(resolve: (response: Response) => void, reject: (error: Error) => void) {
	const headers = new Headers();
	let status = 200;
	return {
		headersSent: false,
		setHeader: (name: string, value: string) => headers.set(name, value),
		writeHead(code: number, given: Record<string, string> = {}) {
			status = code;
			for (const [name, value] of Object.entries(given)) headers.set(name, value);
		},
		end: (body?: string) =>
			resolve(new Response(status === 204 ? null : body, { status, headers })),
		destroy: () => reject(new TypeError("fetch failed")),
		on: () => undefined,
	};
}

async function callStandIn(request: Request): Promise<Response> {
	const body = await request.text();
	await nextTurn();
	const { host, pathname, search } = new URL(request.url);
	const incoming = Object.assign(Readable.from(body === "" ? [] : [Buffer.from(body)]), {
		method: request.method,
		url: `${pathname}${search}`,
		headers: { ...Object.fromEntries(request.headers), host },
	});
	return new Promise((resolve, reject) => {
		request.signal.addEventListener("abort", () => reject(request.signal.reason));
		server.handle(
			incoming as unknown as IncomingMessage,
			responseWriter(resolve, reject) as unknown as ServerResponse,
		);
	});
}

globalThis.fetchOfNode ??= globalThis.fetch;
const fetchByHttp = globalThis.fetchOfNode;
globalThis.fetch = (...args: Parameters<typeof fetch>) => {
	const request = new Request(...args);
	return new URL(request.url).origin === origin ? callStandIn(request) : fetchByHttp(request);
};
