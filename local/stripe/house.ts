import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { isForeign } from "../listening.ts";
import { type Answer, answerAway, answerCall, refuse } from "./api.ts";
import { control } from "./control.ts";
import { API_VERSION, type Call, type Desk } from "./desk.ts";
import { callerOf, parametersOf, readBody } from "./door.ts";
import { readFaults } from "./faults.ts";
import { fileFor, type ServedFile } from "./files.ts";
import { newId } from "./objects.ts";
import { Refusal } from "./refusals.ts";

export interface HouseOptions {
	secretKey: string;
	publishableKey: string;
	/** How long the API thinks over each call, in milliseconds. */
	latencyMs?: number | undefined;
}

/** Takes requests in and sends answers out; what they mean is decided elsewhere. */
export class House {
	#desk: Desk;
	#options: HouseOptions;
	#hanging = new Set<ServerResponse>();
	#keysInUse = new Set<string>();

	constructor(desk: Desk, options: HouseOptions) {
		this.#desk = desk;
		this.#options = options;
	}

	async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		try {
			await this.#answer(request, response);
		} catch (error) {
			if (request.destroyed && !response.headersSent) return; // the client has left
			console.error(error);
			if (!response.headersSent) {
				send(response, 500, { error: { type: "api_error", message: "The stand-in has failed." } });
			}
		}
	}

	/** Breaks off the calls that the switch `hang` holds. */
	dropHanging(): void {
		for (const response of this.#hanging) response.destroy();
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = "GET" } = request;
		const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
		const body = await readBody(request);
		const asked = { method, path: url.pathname, foreign: isForeign(request) };
		const switched = control(this.#desk, asked, body);
		if (switched) {
			send(response, switched.status, switched.body);
			if (readFaults(this.#desk.store).api !== "hang") this.dropHanging();
			return;
		}
		response.setHeader("Access-Control-Allow-Origin", "*");
		if (method === "OPTIONS") return preflight(response);
		const file = method === "GET" || method === "HEAD" ? await fileFor(url.pathname) : undefined;
		if (file) return sendFile(response, file);
		if (!url.pathname.startsWith("/v1/")) {
			const message = `There is nothing at ${method} ${url.pathname}.`;
			return send(response, 404, { error: { type: "invalid_request_error", message } });
		}
		await this.#answerApi(request, response, url, body);
	}

	async #answerApi(
		request: IncomingMessage,
		response: ServerResponse,
		url: URL,
		body: string,
	): Promise<void> {
		const { headers, method = "GET" } = request;
		const key = headers["idempotency-key"];
		const call: Call = {
			form: parametersOf(url, body),
			publishable: true,
			origin: url.origin,
			requestId: newId("req"),
			idempotencyKey: typeof key === "string" && key !== "" ? key : null,
		};
		setCommonHeaders(response, request, call);
		try {
			call.publishable = callerOf(headers.authorization, call.form, this.#options) === "browser";
			if (!call.publishable) this.#desk.calls.count(method, url.pathname);
			const fault = call.publishable ? "ok" : readFaults(this.#desk.store).api;
			if (fault === "hang") return this.#hang(response);
			const answer =
				fault === "500"
					? answerAway(this.#desk, call, method, url.pathname)
					: await this.#oneAtATime(call, () => answerCall(this.#desk, call, method, url.pathname));
			sendAnswer(response, answer);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			sendAnswer(response, refuse(call, error));
		}
	}

	#hang(response: ServerResponse): void {
		this.#hanging.add(response);
		response.on("close", () => this.#hanging.delete(response));
	}

	/** Refuses a key that another call is using at this moment. Stripe API: Idempotent requests. */
	async #oneAtATime(call: Call, work: () => Answer): Promise<Answer> {
		const key = call.idempotencyKey;
		if (key !== null && this.#keysInUse.has(key)) throw keyInUse(key);
		if (key !== null) this.#keysInUse.add(key);
		try {
			if (this.#options.latencyMs) await wait(this.#options.latencyMs);
			return work();
		} finally {
			if (key !== null) this.#keysInUse.delete(key);
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

function keyInUse(key: string): Refusal {
	return new Refusal(
		409,
		{
			type: "idempotency_error",
			code: "idempotency_key_in_use",
			message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
		},
		false,
	);
}

function sendAnswer(response: ServerResponse, answer: Answer): void {
	response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
	response.end(answer.body);
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
