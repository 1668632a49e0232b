/** What every page and call does with a body that no client of ours sends. Fields of good bodies: tests/shop/attacks. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { allowedRoutes } from "../../src/http/auth-route.ts";
import { maxConcurrentRequests } from "../../src/http/request-slots.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { createImport } from "../../src/shop/imports/imports.server.ts";
import { maxImportBytes } from "../../src/shop/imports/imports.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import {
	addReview,
	addTool,
	callerOf,
	origin,
	type Person,
	shipLine,
	signUp,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { loadBuiltWorker, routeFiles, routeOf } from "./route-queries/recorder.ts";

const types = {
	form: "application/x-www-form-urlencoded",
	upload: "multipart/form-data; boundary=cut",
	json: "application/json",
};

/** A page or call that takes a body. */
interface Target {
	name: string;
	method: string;
	path: string;
	/** The type that it reads; undefined if it reads none. */
	type: string | undefined;
}

const pageTexts = import.meta.glob<string>("../../src/pages/**/*.{astro,ts}", {
	query: "?raw",
	import: "default",
	eager: true,
});
const textOf = (file: string) => pageTexts[`../../src/pages${file}`] ?? "";

/** All pages take POST (src/middleware.ts), and of the other files those that say so. The API has its endpoints. */
const postedFiles = routeFiles.filter(
	(file) => !file.startsWith("/api/") && (file.endsWith(".astro") || /\bPOST\b/.test(textOf(file))),
);

/** The type that a page reads. */
const typeOf = (text: string) =>
	/\b(answerForm|readForm)\(/.test(text)
		? text.includes("uploadField")
			? types.upload
			: types.form
		: undefined;

/** What a path needs, so that its page reads the form. */
const pathsWithIds: Record<string, string> = {};

/** The parameters that a call does not go without: it is refused before its body is read. */
function requiredIn(entries: object): string {
	const names = Object.entries(entries).flatMap(([name, { type }]) =>
		/optional|nullish/.test(type) ? [] : `${name}=any`,
	);
	return names.length > 0 ? `?${names.join("&")}` : "";
}

function targets(): Target[] {
	const pages = postedFiles.map((file) => {
		const path = pathsWithIds[file] ?? routeOf(file).replaceAll(/\[[^\]]+\]/g, "any");
		return { name: routeOf(file), method: "POST", path, type: typeOf(textOf(file)) };
	});
	const calls = endpoints
		.filter(({ endpoint }) => endpoint.method !== "GET")
		.map(({ endpoint: { method, path, query, body, upload, access } }) => ({
			name: `${method} /api${path}`,
			method,
			path: `/api${path.replace("{email}", "a@b.test").replaceAll(/\{\w+\}/g, "any")}${requiredIn(query.entries)}`,
			type: upload ? types.upload : body || access === "stripe" ? types.json : undefined,
		}));
	const auth = [...allowedRoutes]
		.map((route) => route.split(" "))
		.filter(([method]) => method !== "GET")
		.map(([method = "", path = ""]) => ({ name: path, method, path, type: types.json }));
	return [...pages, ...calls, ...auth];
}

/** What reads a body: nothing else waits for one, or looks at what it is. */
const readers = () => targets().filter(({ type }) => type);

/** The calls whose type of body is not theirs to choose: better-auth and Stripe sign or check it. */
const takesAnyType = ({ path }: Target) => /^\/api\/(auth|stripe)\//.test(path);

let worker: Awaited<ReturnType<typeof loadBuiltWorker>>;
let admin: Person;
let reportPath: string;

beforeAll(async () => {
	env.STRIPE_API_URL = inject("queriesStripeUrl");
	// Astro asks here for files, which are served before the Worker runs.
	Object.assign(env, { ASSETS: { fetch: async () => new Response(null, { status: 404 }) } });
	worker = await loadBuiltWorker();
	admin = await signUp({ role: "admin" });
	const tool = await addTool();
	const { line } = await placePaidLine(admin, tool);
	await shipLine(admin, line._id);
	const file = new TextEncoder().encode("Article,What it costs\nA,1\n");
	const messages: unknown[] = [];
	vi.spyOn(env.IMPORTS, "send").mockImplementation(async (body) => {
		messages.push(body);
		return undefined as never;
	});
	const [review, imported] = await Promise.all([
		addReview(admin),
		createImport(callerOf(admin), "tools.csv", file, "", true),
	]);
	for (let next = messages.shift(); next; next = messages.shift())
		await deliver("cogsmith-imports", [next]);
	reportPath = `/review/${review}/report`;
	Object.assign(pathsWithIds, {
		"/review/[id]/report.astro": reportPath,
		"/tools/[id]/questions.astro": `/tools/${tool}/questions`,
		"/tools/[id]/alert.astro": `/tools/${tool}/alert`,
		"/orders/[id]/return.astro": `/orders/${line.orderId}/return`,
		"/dashboard/import.astro": `/dashboard/import?id=${imported.insertedId}&columns=choose`,
		"/dashboard/settings.astro": "/dashboard/settings?topic=mails&mail=order.paid",
		"/dashboard/settings/preview.ts": "/dashboard/settings/preview?mail=order.paid",
	});
});

/** Sends a request to the shop as it is deployed: as an administrator, from the shop's own page. */
async function send(
	{ path, method }: Pick<Target, "path" | "method">,
	body: { type?: string; body?: BodyInit; address?: string; visitor?: true } = {},
): Promise<Response> {
	const context = createExecutionContext();
	const { type, address = newIpAddress(), visitor } = body;
	const request = new Request(origin + path, {
		method,
		redirect: "manual",
		headers: {
			Origin: origin,
			"CF-Connecting-IP": address,
			...(!visitor && { Cookie: admin.cookie }),
			// Calls alone: each request with a token counts for its user.
			...(!visitor && path.startsWith("/api/") && { Authorization: `Bearer ${admin.token}` }),
			...(type && { "Content-Type": type }),
		},
		...(body.body !== undefined && { body: body.body }),
	});
	return worker.default.fetch(
		request as Parameters<typeof worker.default.fetch>[0],
		env,
		// The Worker of the tests has no such entrypoint.
		Object.create(context, {
			exports: { value: { CachedPages: new worker.CachedPages(context, env) } },
		}),
	);
}

/** A body that the test counts: how much of it was read, and whether anybody waits for more. */
function countedBody(next: (sent: number) => Uint8Array | undefined) {
	const counted = { sent: 0, isAwaited: false };
	const stream = new ReadableStream<Uint8Array>(
		{
			pull: (controller) => {
				counted.isAwaited = true;
				const chunk = next(counted.sent);
				if (!chunk) return undefined;
				counted.sent += chunk.byteLength;
				controller.enqueue(chunk);
			},
		},
		{ highWaterMark: 0 },
	);
	return { counted, stream };
}

/** A body that sends so many bytes and then no more, without an end. */
const stalledBody = (bytes = 10) =>
	countedBody((sent) => (sent === 0 ? new Uint8Array(bytes).fill(97) : undefined));

const megabyte = 1024 * 1024;
const chunk = new Uint8Array(64 * 1024).fill(97);
/** A body of 90 MB, which is made as it is read. */
const hugeBody = () => countedBody((sent) => (sent < 90 * megabyte ? chunk : undefined));

it("every page that reads a form does so by the one reader, and is among those that the test posts to", () => {
	const reading = targets().filter(({ name, type }) => type && !name.includes("/api/"));
	expect(reading.length).toBeGreaterThanOrEqual(18);
	for (const [file, text] of Object.entries(pageTexts))
		expect([file, /\b(readBytes|request\.body)\b/.test(text)]).toEqual([file, false]);
});

it("a wrong type is 415, from whoever reads the body", async () => {
	for (const target of targets()) {
		const { status } = await send(target, { type: "text/plain", body: "do=what" });
		if (target.type && !takesAnyType(target))
			expect([target.name, status]).toEqual([target.name, 415]);
		else expect([target.name, status < 500]).toEqual([target.name, true]);
	}
});

it("a broken multipart form is refused", async () => {
	const body = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a';
	for (const target of readers()) {
		const { status } = await send(target, { type: types.upload, body });
		const expected = takesAnyType(target) ? status : target.type === types.upload ? 400 : 415;
		expect([target.name, status]).toEqual([target.name, expected]);
		expect([target.name, status < 500]).toEqual([target.name, true]);
	}
});

it("90 MB are not read to their end", async () => {
	for (const target of readers()) {
		const { counted, stream } = hugeBody();
		const { status } = await send(target, { type: target.type ?? "", body: stream });
		expect([target.name, status]).toEqual([target.name, 413]);
		expect([target.name, counted.sent < maxImportBytes + megabyte]).toEqual([target.name, true]);
	}
});

describe("a body that stalls", () => {
	/** The clock of this file, while that of the shop stands still. */
	const wait = setTimeout;
	const realTime = (ms: number) => new Promise((resolve) => wait(resolve, ms));
	beforeEach(() => {
		vi.spyOn(console, "log").mockImplementation(() => undefined);
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	});
	afterEach(() => vi.useRealTimers());

	it("is 408 after ten seconds, on every page and call that reads one", async () => {
		for (const target of readers()) {
			const { counted, stream } = stalledBody();
			const answered = send(target, { type: target.type ?? "", body: stream });
			while (!counted.isAwaited) await realTime(1);
			await vi.advanceTimersByTimeAsync(10_001);
			expect([target.name, (await answered).status]).toEqual([target.name, 408]);
		}
	});

	it("keeps nobody from the shop, if there are more than it has slots for requests", async () => {
		allowConsole(/User not found/);
		const address = newIpAddress();
		const pending: Promise<Response>[] = [];
		while (pending.length <= maxConcurrentRequests) {
			// Sends as many at once as have a slot until they wait for their bodies.
			const most = maxConcurrentRequests + 1 - pending.length;
			const length = Math.min(most, maxConcurrentRequests / 2);
			const bodies = Array.from({ length }, () => stalledBody());
			for (const { stream } of bodies) {
				const report = { type: types.form, body: stream, address, visitor: true } as const;
				pending.push(send({ path: reportPath, method: "POST" }, report));
			}
			while (!bodies.every(({ counted }) => counted.isAwaited)) await realTime(5);
		}
		const visitor = true;
		const answers = {
			"/": await send({ path: "/", method: "GET" }, { visitor }),
			search: await send({ path: "/tools?q=wrench", method: "GET" }, { visitor }),
			checkout: await send(
				{ path: "/api/checkout", method: "POST" },
				{ type: types.json, body: "{}", visitor },
			),
			signIn: await send(
				{ path: "/api/auth/sign-in/email", method: "POST" },
				{
					type: types.json,
					body: JSON.stringify({ email: "a@example.test", password: "wrong one" }),
					visitor,
				},
			),
			webhook: await send(
				{ path: "/api/stripe/webhook", method: "POST" },
				{ type: types.json, body: "{}", visitor },
			),
		};
		expect(Object.entries(answers).map(([name, { status }]) => [name, status])).toEqual([
			["/", 200],
			["search", 200],
			["checkout", 422],
			["signIn", 401],
			["webhook", 400],
		]);
		await vi.advanceTimersByTimeAsync(10_001);
		const statuses = await Promise.all(pending.map(async (answered) => (await answered).status));
		expect(new Set(statuses)).toEqual(new Set([408]));
	});
});
