/** Starts the stand-in. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiServer } from "./api-server.ts";
import type { Context } from "./context.ts";
import { closeServer, listen } from "./http-server.ts";
import { PeakRate } from "./peak-rate.ts";
import { Store } from "./store.ts";
import { Webhooks } from "./webhooks.ts";

export interface StripeOptions {
	/** 0 for any free port. */
	port: number;
	/** The webhook's URL. Without one, and none stored before, events are only stored. */
	webhookUrl?: string | undefined;
	secretKey: string;
	publishableKey: string;
	webhookSecret: string;
	/** The SQLite file with all state, or `:memory:`. */
	stateFile: string;
	/** The address to listen on; 127.0.0.1 by default. */
	host?: string | undefined;
	/** The delay of the switch `delay`, in milliseconds; 3000 by default. */
	webhookDelayMs?: number | undefined;
	/** The latency of each API call, in milliseconds; 0 by default. */
	latencyMs?: number | undefined;
	/** The latency of a call with the fault `slow`, in milliseconds; 3000 by default. */
	slowMs?: number | undefined;
	/** The calls a second with the secret key above which they return 429; none by default. */
	rateLimit?: number | undefined;
}

export interface RunningStripe {
	url: string;
	port: number;
	close(): Promise<void>;
}

/**
 * Starts the stand-in and returns its URL once it listens. Rejects with EADDRINUSE if the port is in use.
 */
export async function startStripe(options: StripeOptions): Promise<RunningStripe> {
	const store = new Store(options.stateFile);
	const webhooks = new Webhooks(
		store,
		options.webhookSecret,
		options.webhookUrl,
		options.webhookDelayMs ?? 3_000,
	);
	const { publishableKey } = options;
	const context = { store, webhooks, publishableKey, peakRate: new PeakRate() };
	const apiServer = new ApiServer(context, options);
	const server = createServer((request, response) => void apiServer.handle(request, response));
	// Longer than clients keep idle connections open, so that none is closed while it is reused.
	server.keepAliveTimeout = 65_000;
	try {
		await listen(server, options.port, options.host);
	} catch (error) {
		store.close();
		throw error;
	}
	webhooks.wake();
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://localhost:${port}`,
		port,
		close: () => close(server, apiServer, { store, webhooks }),
	};
}

async function close(
	server: Server,
	apiServer: ApiServer,
	{ store, webhooks }: Pick<Context, "store" | "webhooks">,
): Promise<void> {
	apiServer.dropHanging();
	await Promise.all([closeServer(server), webhooks.close()]);
	store.close();
}
