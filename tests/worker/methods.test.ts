/** HEAD, OPTIONS and CORS of every page, call and file. Those of files that are served without the Worker: tests/journeys/headers. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { allowedRoutes } from "../../src/http/auth-route.ts";
import { isForAnySite } from "../../src/http/endpoint.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { addTool, origin, type Person, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { loadBuiltWorker, routeOf } from "./route-queries/recorder.ts";

const texts = import.meta.glob<string>(
	["../../src/pages/**/*.{astro,ts}", "../../src/pages/.well-known/*.ts"],
	{ query: "?raw", import: "default", eager: true },
);

/** A page, call or file: what it takes, and whether any site may read it. */
interface Target {
	path: string;
	methods: string[];
	forAnySite: boolean;
}

/** Files that need no credentials, and are the same for everybody. */
const publicFiles = [
	"/.well-known/security.txt",
	"/api/openapi.json",
	"/categories.json",
	"/embed/v1/reviews/[count]",
	"/embed/v1/reviews/[count].html",
	"/embed/v1/reviews/[count].json",
	"/embed/v1/tools/[id]",
	"/embed/v1/tools/[id].html",
	"/embed/v1/tools/[id].json",
	"/feeds/products.xml",
	"/feeds/reviews.atom",
	"/feeds/tools.atom",
	"/fit/marks.json",
	"/images/[key]",
	"/llms.txt",
	"/oembed",
	"/robots.txt",
	"/sitemap.xml",
	"/sitemap/[part].xml",
	"/suggest",
	"/w/[version]/widgets.js",
];

let toolId: string;

/** Prerendered ones are served without the Worker. */
const rendered = Object.entries(texts)
	.filter(([, text]) => !/export const prerender = true/.test(text))
	.map(([file]) => file.replace(/^.*\/src\/pages/, ""));

function fileMethods(file: string): string[] {
	const text = texts[`../../src/pages${file}`] ?? "";
	return /\bPOST\b/.test(text) ? (/\bGET\b/.test(text) ? ["GET", "POST"] : ["POST"]) : ["GET"];
}

function targets(): Target[] {
	const filled = (route: string) =>
		route
			.replace(/\/embed\/v1\/reviews\/\[count\]/, "/embed/v1/reviews/3")
			.replace(/\/embed\/v1\/tools\/\[id\]/, `/embed/v1/tools/${toolId}`)
			.replace(/\/w\/\[version\]/, "/w/1")
			.replaceAll(/\[[^\]]+\]/g, "any");
	const isPage = (file: string) => file.endsWith(".astro");
	const pages = rendered
		.filter(isPage)
		.map(routeOf)
		.filter((route) => route !== "/404")
		.map((route) => ({ path: filled(route), methods: ["GET", "POST"], forAnySite: false }));
	const files = rendered
		.filter((file) => !isPage(file) && (!file.startsWith("/api/") || /openapi/.test(file)))
		.map((file) => ({
			path: filled(routeOf(file)),
			methods: fileMethods(file),
			forAnySite: publicFiles.includes(routeOf(file)),
		}));
	const byPath = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path);
	const calls = [...byPath].map(([path, described]) => ({
		path: `/api${path.replace("{email}", "a%40b.test").replaceAll(/\{\w+\}/g, "any")}`,
		methods: described.map(({ endpoint }) => endpoint.method),
		forAnySite: described.some(({ endpoint }) => isForAnySite(endpoint)),
	}));
	const auth = Map.groupBy([...allowedRoutes], (route) => route.split(" ")[1] ?? "");
	const signIn = [...auth].map(([path, routes]) => ({
		path,
		methods: routes.map((route) => route.split(" ")[0] ?? ""),
		forAnySite: false,
	}));
	return [...pages, ...files, ...calls, ...signIn];
}

let worker: Awaited<ReturnType<typeof loadBuiltWorker>>;
let admin: Person;

beforeAll(async () => {
	env.STRIPE_API_URL = inject("queriesStripeUrl");
	// Astro asks here for files, which are served before the Worker runs.
	Object.assign(env, { ASSETS: { fetch: async () => new Response(null, { status: 404 }) } });
	worker = await loadBuiltWorker();
	[admin, toolId] = await Promise.all([signUp({ role: "admin" }), addTool()]);
});

beforeEach(() => {
	// One person asks for all of them, and each is a line of the log.
	vi.spyOn(env.USER_LIMIT, "limit").mockResolvedValue({ success: true });
	vi.spyOn(console, "log").mockImplementation(() => undefined);
});

/** Sends a request from another site, with all credentials, to the shop as it is deployed. */
async function send(method: string, path: string, headers: Record<string, string> = {}) {
	const context = createExecutionContext();
	const request = new Request(origin + path, {
		method,
		redirect: "manual",
		headers: {
			Origin: "https://elsewhere.test",
			Cookie: admin.cookie,
			Authorization: `Bearer ${admin.token}`,
			"CF-Connecting-IP": newIpAddress(),
			...headers,
		},
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

const corsOf = ({ headers }: Response) =>
	Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
const open = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

it("names each public file that there is", () => {
	const routes = new Set(rendered.map(routeOf));
	for (const file of publicFiles) expect([file, routes.has(file)]).toEqual([file, true]);
	expect(targets().filter(({ forAnySite }) => forAnySite).length).toBeGreaterThan(25);
});

describe("OPTIONS", () => {
	it("says what a path takes, whoever asks", async () => {
		for (const { path, methods, forAnySite } of targets()) {
			const { status, headers, body } = await send("OPTIONS", path, {
				"Access-Control-Request-Method": "PUT",
				"Access-Control-Request-Headers": "authorization",
			});
			expect([path, status, body]).toEqual([path, 204, null]);
			const allowed = headers.get("Allow")?.split(", ");
			const expected = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
			expect([path, allowed?.sort()]).toEqual([path, expected.sort()]);
			const cors = [
				headers.get("Access-Control-Allow-Origin"),
				headers.get("Access-Control-Allow-Methods"),
				headers.get("Access-Control-Allow-Headers"),
				headers.get("Access-Control-Allow-Credentials"),
			];
			// The wildcard does not include Authorization (WHATWG Fetch, CORS-unsafe request-header names).
			expect([path, ...cors]).toEqual([
				path,
				...(forAnySite ? ["*", "GET, HEAD", "*", null] : [null, null, null, null]),
			]);
		}
	});

	it("is 404 where nothing is", async () => {
		for (const path of ["/nothing", "/api/nothing", "/api/auth/nothing"])
			expect([path, (await send("OPTIONS", path)).status]).toEqual([path, 404]);
	});
});

it("HEAD is answered as GET without the body, and any site may read what is public, its errors too", async () => {
	// The log has that of Google's callback without a state.
	allowConsole(/State not found/);
	// Leaves out the headers that differ by request, or by the moment.
	const own = /^(x-request-id|server-timing|date|cache-status|retry-after|set-cookie|etag)$/;
	const named = ({ status, headers }: Response) => [
		status,
		...[...headers].filter(([name]) => !own.test(name)),
	];
	for (const { path, methods, forAnySite } of targets()) {
		const get = await send("GET", path);
		const head = await send("HEAD", path);
		expect([path, head.body]).toEqual([path, null]);
		expect([path, ...named(head)]).toEqual([path, ...named(get)]);
		if (!methods.includes("GET") && !path.startsWith("/api/auth/"))
			expect([path, head.status]).toEqual([path, 405]);
		expect([path, corsOf(get)]).toEqual([path, forAnySite ? open : {}]);
		if (forAnySite) {
			const { headers } = get;
			expect([path, headers.get("Vary") ?? ""]).toEqual([path, expect.not.stringMatching(/o/i)]);
			expect([path, headers.get("Set-Cookie")]).toEqual([path, null]);
			const resource = headers.get("Cross-Origin-Resource-Policy");
			expect([path, resource]).toEqual([path, "cross-origin"]);
		}
		await get.body?.cancel();
	}
});

it("another method is 405 with what is allowed, and no site may read that", async () => {
	for (const { path, methods } of targets()) {
		// better-auth's other routes are as unknown ones.
		if (path.startsWith("/api/auth/")) continue;
		const answer = await send("PROPFIND", path);
		expect([path, answer.status, corsOf(answer)]).toEqual([path, 405, {}]);
		for (const method of methods) expect(answer.headers.get("Allow")).toContain(method);
	}
});
