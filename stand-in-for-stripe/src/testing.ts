/** Stand-ins, their switches and a shop's webhook, for tests. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { type StripeOptions, startStripe } from "./server.ts";

export const KEYS = {
	secretKey: "sk_test_of_a_test",
	publishableKey: "pk_test_of_a_test",
	webhookSecret: "whsec_of_a_test",
};

/** What a server that confirms an intent sends with it: customers return there from methods that redirect. */
export const RETURN_URL = "https://shop.example/paid";

/** Starts a stand-in for one test and closes it afterwards. */
export async function openStripe(options: Partial<StripeOptions> = {}) {
	const running = await startStripe({ port: 0, stateFile: ":memory:", ...KEYS, ...options });
	onTestFinished(running.close);
	const url = `http://127.0.0.1:${running.port}`;
	return { ...running, url, stripe: sdk(running.port), ...controls(url) };
}

/** The real Stripe library, without its retries. */
export function sdk(port: number, key = KEYS.secretKey) {
	return new Stripe(key, {
		host: "127.0.0.1",
		port,
		protocol: "http",
		maxNetworkRetries: 0,
		telemetry: false,
	});
}

/** The fields of a browser's response that tests read: an intent or an error. */
export interface BrowserResponse {
	status?: Stripe.PaymentIntent.Status;
	last_payment_error?: { code: string } | null;
	error?: { code: string; message: string; decline_code?: string };
}

/** Sets the switches and makes calls as a browser does. */
export function controls(url: string) {
	return {
		faults: async (input: unknown) => {
			const body = JSON.stringify(input);
			const response = await fetch(`${url}/_faults`, { method: "POST", body });
			const state: unknown = await response.json();
			return { status: response.status, body: state };
		},
		browser: async (method: "GET" | "POST", path: string, params: Record<string, string>) => {
			const form = new URLSearchParams({ key: KEYS.publishableKey, ...params });
			const response = await (method === "GET"
				? fetch(`${url}${path}?${form}`)
				: fetch(`${url}${path}`, { method, body: form }));
			const body = (await response.json()) as BrowserResponse;
			return { status: response.status, body };
		},
	};
}

/** Card parameters as a browser sends them. */
export function cardForm(number: string, extra: Record<string, string> = {}) {
	return {
		"payment_method_data[type]": "card",
		"payment_method_data[card][number]": number,
		"payment_method_data[card][exp_month]": "12",
		"payment_method_data[card][exp_year]": "34",
		"payment_method_data[card][cvc]": "123",
		...extra,
	};
}

export interface ReceivedEvent {
	event: Stripe.Event;
	attempt: number;
}

/** A shop's webhook for one test. It responds with `statuses` in order, then with 200. */
export async function openWebhook(statuses: number[] = []) {
	const received: ReceivedEvent[] = [];
	const rejected: unknown[] = [];
	const receive = async (request: IncomingMessage, response: ServerResponse) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		try {
			const event = await sdk(1).webhooks.constructEventAsync(
				Buffer.concat(parts).toString("utf8"),
				String(request.headers["stripe-signature"]),
				KEYS.webhookSecret,
			);
			const attempt = received.filter((other) => other.event.id === event.id).length + 1;
			received.push({ event, attempt });
		} catch (error) {
			rejected.push(error);
		}
		response.writeHead(statuses.shift() ?? 200).end();
	};
	const server = createServer((request, response) => void receive(request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	return { url, received, rejected, types: () => received.map(({ event }) => event.type) };
}

/** The status of a GET request with another Host header. */
export function statusForHost(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const clientRequest = request(url, { headers: { Host: host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		clientRequest.on("error", reject);
		clientRequest.end();
	});
}

/** The port that a stand-in in its own process prints. */
export async function readPort(child: ChildProcess): Promise<number> {
	let output = "";
	for await (const part of child.stdout ?? []) {
		output += part;
		const port = /:(\d+)\s/.exec(output)?.[1];
		if (port) return Number(port);
	}
	throw new Error(`The stand-in exited before it listened: ${output}`);
}

const types = new URL("resources/", import.meta.resolve("stripe"));

/** The parameters of every list. */
const PAGINATION = ["ending_before", "limit", "starting_after"];

/**
 * The names of an interface of the `stripe` library in a file such as `Charges`; with `required` only those that are
 * not optional. Its types are generated from Stripe's description of its API (https://github.com/stripe/openapi).
 */
export function namesOf(file: string, name: string, { required = false } = {}): string[] {
	const text = readFileSync(fileURLToPath(new URL(`${file}.d.ts`, types)), "utf8");
	const found = new RegExp(
		`^( *)(?:export )?interface ${name}( extends PaginationParams)? \\{`,
		"m",
	).exec(text);
	if (!found) throw new Error(`${file} has no ${name}`);
	const [head, indent = "", isList] = found;
	const start = found.index + head.length;
	const body = text.slice(start, text.indexOf(`\n${indent}}`, start));
	const member = new RegExp(`^${indent} {4}(\\w+)(\\??):`, "gm");
	const names = [...body.matchAll(member)].flatMap(([, key = "", mark]) =>
		required && mark ? [] : [key],
	);
	return [...names, ...(isList ? PAGINATION : [])].sort();
}
