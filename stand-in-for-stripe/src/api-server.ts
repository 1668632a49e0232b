/** The HTTP server: the control API, the browser's files and Stripe's API. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { authenticate, readBody, readParameters } from "./auth.ts";
import { API_VERSION, type Call, type Context } from "./context.ts";
import { handleControl } from "./control.ts";
import { ApiError, accountInvalid, invalidParameter, notPermitted, rateLimited } from "./errors.ts";
import { currentFault, takeFault } from "./faults.ts";
import { type ApiResponse, errorResponse, handleCall, handleOutage } from "./handle-call.ts";
import { isCrossOrigin } from "./http-server.ts";
import { newId } from "./objects.ts";
import { routeFor, TAX_ENDPOINTS } from "./routes.ts";
import { findFile, type ServedFile } from "./static-files.ts";

export interface ApiServerOptions {
	secretKey: string;
	publishableKey: string;
	/** The latency of each API call, in milliseconds. */
	latencyMs?: number | undefined;
	/** The latency of a call with the fault `slow`, in milliseconds. */
	slowMs?: number | undefined;
	/** The calls a second with the secret key above which they return 429; none by default. */
	rateLimit?: number | undefined;
}

const SLOW_MS = 3_000;
/** Stripe API: Idempotent requests. */
const MAX_KEY_LENGTH = 255;

/** The HTTP layer of the stand-in: routes requests to the control API, static files and the Stripe API. */
export class ApiServer {
	#context: Context;
	#options: ApiServerOptions;
	#hanging = new Set<ServerResponse>();
	#keysInUse = new Set<string>();

	constructor(context: Context, options: ApiServerOptions) {
		this.#context = context;
		this.#options = options;
	}

	async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			await this.#handle(request, response);
		} catch (error) {
			if (request.destroyed && !response.headersSent) return; // the client has disconnected
			console.error(error);
			if (!response.headersSent) {
				send(response, 500, { error: { type: "api_error", message: "The stand-in has failed." } });
			}
		}
	}

	/** Closes the connections of calls that the switch `hang` holds. */
	dropHanging(): void {
		for (const response of this.#hanging) response.destroy();
	}

	async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = "GET" } = request;
		const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
		const body = await readBody(request);
		const controlRequest = { method, path: url.pathname, crossOrigin: isCrossOrigin(request) };
		const controlResponse = handleControl(this.#context, controlRequest, body);
		if (controlResponse) {
			send(response, controlResponse.status, controlResponse.body);
			if (currentFault(this.#context.store, "api") !== "hang") this.dropHanging();
			return;
		}
		response.setHeader("Access-Control-Allow-Origin", "*");
		if (method === "OPTIONS") return preflight(response);
		const file = method === "GET" || method === "HEAD" ? await findFile(url.pathname) : undefined;
		if (file) return sendFile(response, file);
		if (!url.pathname.startsWith("/v1/")) {
			const message = `There is nothing at ${method} ${url.pathname}.`;
			return send(response, 404, { error: { type: "invalid_request_error", message } });
		}
		await this.#handleApi(request, response, url, body);
	}

	async #handleApi(
		request: IncomingMessage,
		response: ServerResponse,
		url: URL,
		body: string,
	): Promise<void> {
		const { headers, method = "GET" } = request;
		const key = headers["idempotency-key"];
		const call: Call = {
			form: readParameters(url, body),
			publishable: true,
			origin: url.origin,
			requestId: newId("req"),
			idempotencyKey: typeof key === "string" && key !== "" ? key : null,
		};
		setCommonHeaders(response, request, call);
		try {
			call.publishable =
				authenticate(headers.authorization, call.form, this.#options) === "browser";
			const account = headers["stripe-account"];
			if (typeof account === "string" && account !== "") {
				throw accountInvalid(this.#options.secretKey, account);
			}
			const endpoint = routeFor(method, url.pathname)?.name ?? `${method} ${url.pathname}`;
			if (!call.publishable) this.#countCall(endpoint);
			const fault = this.#takeFault(endpoint, call.publishable);
			if (fault === "hang") return this.#hang(response);
			if (fault === "429") throw rateLimited();
			if (fault === "403") throw notPermitted(endpoint);
			const isKeyed = method === "POST" && call.idempotencyKey !== null;
			const latencyMs =
				fault === "slow" ? (this.#options.slowMs ?? SLOW_MS) : this.#options.latencyMs;
			const apiResponse =
				fault === "500"
					? handleOutage(this.#context, call, method, url.pathname)
					: await this.#withKeyLock(isKeyed ? call.idempotencyKey : null, async () => {
							if (latencyMs) await wait(latencyMs);
							return handleCall(this.#context, call, method, url.pathname);
						});
			// The call is done and its answer is lost.
			if (fault === "lost") response.destroy();
			else sendResponse(response, apiResponse);
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			sendResponse(response, errorResponse(call, error));
		}
	}

	#takeFault(endpoint: string, isBrowser: boolean) {
		const { store } = this.#context;
		const fault = takeFault(store, "api", endpoint, isBrowser);
		if (fault !== "ok" || !TAX_ENDPOINTS.includes(endpoint)) return fault;
		return takeFault(store, "tax", endpoint, isBrowser) === "away" ? "500" : "ok";
	}

	#hang(response: ServerResponse): void {
		this.#hanging.add(response);
		response.on("close", () => this.#hanging.delete(response));
	}

	#countCall(endpoint: string): void {
		const { rateLimit = Number.POSITIVE_INFINITY } = this.#options;
		if (this.#context.peakRate.count(endpoint) > rateLimit) throw rateLimited();
	}

	/** Throws ApiError 409 if another call in progress uses the key. Stripe API: Idempotent requests. */
	async #withKeyLock(key: string | null, work: () => Promise<ApiResponse>): Promise<ApiResponse> {
		if (key === null) return work();
		if (key.length > MAX_KEY_LENGTH) throw keyTooLong();
		if (this.#keysInUse.has(key)) throw keyInUse(key);
		this.#keysInUse.add(key);
		try {
			return await work();
		} finally {
			this.#keysInUse.delete(key);
		}
	}
}

function setCommonHeaders(response: ServerResponse, request: IncomingMessage, call: Call): void {
	const version = request.headers["stripe-version"];
	response.setHeader("Access-Control-Expose-Headers", "Request-Id");
	response.setHeader("Cache-Control", "no-store");
	response.setHeader("Request-Id", call.requestId);
	response.setHeader("Stripe-Version", typeof version === "string" ? version : API_VERSION);
	if (call.idempotencyKey !== null) response.setHeader("Idempotency-Key", call.idempotencyKey);
}

function keyTooLong(): ApiError {
	return invalidParameter(
		"idempotency_key",
		`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`,
	);
}

function keyInUse(key: string): ApiError {
	return new ApiError(
		409,
		{
			type: "idempotency_error",
			code: "idempotency_key_in_use",
			message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
		},
		false,
	);
}

function sendResponse(response: ServerResponse, apiResponse: ApiResponse): void {
	response.writeHead(apiResponse.status, {
		"Content-Type": "application/json",
		...apiResponse.headers,
	});
	response.end(apiResponse.body);
}

function sendFile(response: ServerResponse, file: ServedFile): void {
	response.writeHead(200, {
		"Content-Type": file.type,
		"Cache-Control": "no-cache",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer",
		...file.headers,
	});
	response.end(file.body);
}

function send(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
	response.end(`${JSON.stringify(body)}\n`);
}

function preflight(response: ServerResponse): void {
	response.writeHead(204, {
		"Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Stripe-Version",
		"Access-Control-Allow-Methods": "GET, POST, OPTIONS",
		"Access-Control-Max-Age": "600",
	});
	response.end();
}
