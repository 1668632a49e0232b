/** Sends requests to the built shop and runs its jobs, and records their round trips to D1 by name. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { inject, vi } from "vitest";
import { newIpAddress } from "../../helpers/ip-address.ts";
import { signatureOf } from "../../helpers/payments.ts";
import { type ApiResponse, origin, type Person } from "../../helpers/shop.ts";
import { backgroundWorkEnds } from "../../setup/background-work.ts";
import { recordTrips, type Trip } from "../record-statements.ts";

/** Files of all routes, such as /tools/[id].astro, with those of a folder whose name begins with a dot. */
export const routeFiles = Object.keys(
	import.meta.glob("../../../src/pages/**/*.{astro,ts}", { exhaustive: true }),
).map((file) => file.replace(/^.*\/src\/pages/, ""));

/** The path of a route, such as /tools/[id]. */
export const routeOf = (file: string): string =>
	file.replace(/\.(astro|ts)$/, "").replace(/\/index$/, "") || "/";

/** Routes, the most specific first, as Astro sorts them. */
const routes = routeFiles
	.map(routeOf)
	.map((route) => {
		const pattern = route
			.replaceAll(".", "\\.")
			.replace(/\[\\.\\.\\.\w+\]/g, ".+")
			.replace(/\[\w+\]/g, "[^/]+");
		const precedence = route.includes("[...") ? 2 : Number(route.includes("["));
		return { route, pattern: new RegExp(`^${pattern}$`), precedence };
	})
	.sort((one, other) => one.precedence - other.precedence || other.route.length - one.route.length);

type BuiltWorker = {
	default: Required<Pick<ExportedHandler<Env>, "fetch">>;
	CachedPages: new (context: ExecutionContext, env: Env) => { fetch: typeof fetch };
};

const [builtWorker] = Object.values(
	import.meta.glob<BuiltWorker>("../../../dist/server/entry.mjs"),
);

/** The Worker as it is deployed. */
export async function loadBuiltWorker(): Promise<BuiltWorker> {
	if (!builtWorker) throw new Error("The shop is not built: npm run build");
	return builtWorker();
}

const isRedirect = (response: Response | undefined) => [302, 303].includes(response?.status ?? 0);

/** What a route, job or queue sends to D1, by its name. */
export type RouteQueries = Map<string, Trip[]>;

interface SendOptions {
	/** What this request shows, if a route has several. */
	note?: string;
	/** Signs a page's visitor in, and an API's caller unless `cookie` is set. */
	as?: Person;
	method?: string;
	/** The status of a request that is rejected. */
	rejected?: number;
	body?: BodyInit | object;
	headers?: Record<string, string>;
}

/** The header of a form's request. */
export const formType = { "Content-Type": "application/x-www-form-urlencoded" };

/** Replaces random ids by counted ones: text with an id in it has as many letters to index each time. */
function countIds(): void {
	let count = 0;
	const nextByte = () => {
		// A linear congruential generator (Numerical Recipes).
		count = (Math.imul(count, 1664525) + 1013904223) >>> 0;
		return count >>> 24;
	};
	vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
		if (array)
			new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, n, bytes) => {
				bytes[n] = nextByte();
			});
		return array;
	});
	vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
		const hex = Array.from({ length: 16 }, () => nextByte().toString(16).padStart(2, "0")).join("");
		return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
	});
}

/** Bodies of messages that the shop has sent to its queue of e-mails. */
type SentMails = { kind: string; to: string; path: string }[];

/** Takes the messages of all queues, and returns those of e-mails as they come. */
function takeMessages(): SentMails {
	const mails: SentMails = [];
	vi.spyOn(env.MAILS, "sendBatch").mockResolvedValue(undefined as never);
	vi.spyOn(env.MAILS, "send").mockImplementation(async (mail) => {
		mails.push(mail as SentMails[number]);
		return undefined as never;
	});
	for (const queue of [env.PURGES, env.PAYMENTS, env.EVENTS, env.IMPORTS, env.JOBS]) {
		vi.spyOn(queue, "send").mockResolvedValue(undefined as never);
		vi.spyOn(queue, "sendBatch").mockResolvedValue(undefined as never);
	}
	env.MAIL = {
		send: async () => ({ messageId: "<1@example.test>" }),
	} as unknown as typeof env.MAIL;
	return mails;
}

function toRequest(path: string, { as, body, method, headers }: SendOptions): Request {
	const isApi = path.startsWith("/api/") && !path.startsWith("/api/docs");
	const isForm = body instanceof FormData;
	return new Request(origin + path, {
		method: method ?? (body === undefined ? "GET" : "POST"),
		redirect: "manual",
		headers: {
			Accept: isApi ? "application/json" : "text/html",
			Origin: origin,
			"CF-Connecting-IP": newIpAddress(),
			...(as && (isApi ? { Authorization: `Bearer ${as.token}` } : { Cookie: as.cookie })),
			...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
			...headers,
		},
		...(body !== undefined && {
			body: isForm ? body : typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
}

/** The name of a request in the snapshot: its method and route. */
function nameOf({ method, url }: Request, note = ""): string {
	const { pathname } = new URL(url);
	const route = pathname.startsWith("/api/auth/")
		? pathname
		: (routes.find(({ pattern }) => pattern.test(pathname))?.route ?? "/404");
	return `${method} ${route}${note && ` (${note})`}`;
}

/** Starts to record: with counted ids, and with queues that deliver nothing. */
export async function createRecorder() {
	env.STRIPE_API_URL = inject("queriesStripeUrl");
	countIds();
	const { default: shop, CachedPages } = await loadBuiltWorker();
	const queries: RouteQueries = new Map();
	const mails = takeMessages();
	// Work after the response begins at once.
	vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
	// Astro asks here for files, which are served before the Worker runs.
	Object.assign(env, { ASSETS: { fetch: async () => new Response(null, { status: 404 }) } });

	async function record(name: string, work: () => Promise<unknown>): Promise<void> {
		if (queries.has(name)) throw new Error(`${name} is recorded twice`);
		queries.set(
			name,
			await recordTrips(async () => {
				await work();
				await backgroundWorkEnds();
			}),
		);
	}

	/** Sends a request and records its queries. Throws if the status is not as expected. */
	async function send(path: string, options: SendOptions = {}): Promise<ApiResponse> {
		const request = toRequest(path, options);
		const name = nameOf(request, options.note);
		let response: Response | undefined;
		let text = "";
		await record(name, async () => {
			const context = createExecutionContext();
			const cachedPages = new CachedPages(context, env);
			response = await shop.fetch(
				request as Parameters<typeof shop.fetch>[0],
				env,
				// The Worker of the tests has no such entrypoint.
				Object.create(context, { exports: { value: { CachedPages: cachedPages } } }),
			);
			text = new TextDecoder().decode(await response.clone().arrayBuffer());
			await waitOnExecutionContext(context);
		});
		const isExpected = options.rejected
			? response?.status === options.rejected
			: response?.ok || isRedirect(response);
		if (!response || !isExpected) {
			throw new Error(`${name} answered ${response?.status}: ${text.slice(0, 500)}`);
		}
		const isJson = response.headers.get("content-type")?.includes("json");
		return {
			status: response.status,
			headers: response.headers,
			body: isJson && text ? JSON.parse(text) : text,
		};
	}

	const sendEvent = (note: string, event: Stripe.Event) => {
		const body = JSON.stringify(event);
		return send("/api/stripe/webhook", {
			note,
			body,
			headers: { "Stripe-Signature": signatureOf(body) },
		});
	};

	/** The path in the newest e-mail of a kind. */
	function mailed(kind: string): string {
		const path = mails.findLast((mail) => mail.kind === kind)?.path;
		if (!path) throw new Error(`no mail ${kind} was sent`);
		return path;
	}

	return { queries, mails, mailed, record, send, sendEvent };
}

export type Recorder = Awaited<ReturnType<typeof createRecorder>>;
