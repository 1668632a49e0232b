/** Around every answer: what is logged and what never is, what is refused when the shop can't. */
import { env, withEnv } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { acquireSlot, maxConcurrentRequests } from "../../src/http/request-slots.ts";
import { handleError, requestIdHeader, runLoggedJob, serve } from "../../src/http/serve.ts";
import { logError, setRoute } from "../../src/platform/log.ts";
import { allowConsole } from "../setup/console-guard.ts";
import { countingPage, newPage, visit } from "./cached-pages.ts";
import {
	addTool,
	callApi,
	callAuth,
	dispatch,
	newEmail,
	orderBody,
	origin,
	type Person,
	signUp,
} from "./helpers.ts";

let logged: string[] = [];

beforeEach(() => {
	logged = [];
	vi.spyOn(console, "log").mockImplementation((line: string) => void logged.push(line));
});
afterEach(() => vi.unstubAllGlobals());

const lines = () => logged.map((line) => JSON.parse(line));

/** What went wrong, as it stands in the log: the quiet set-up hears console.error, so a test listens too. */
function recordErrors(): string[] {
	const heard: string[] = [];
	vi.spyOn(console, "error").mockImplementation((line: string) => void heard.push(line));
	return heard;
}

/** Asks the whole Worker, but for Astro: the route is called as Astro would. */
function requestWithContext(path: string, init?: RequestInit, route?: string): Promise<Response> {
	const request = new Request(`${origin}${path}`, init);
	return serve(request, async () => {
		if (route) setRoute(route);
		return dispatch(request);
	});
}

describe("a shop whose address is https", () => {
	const https = "https://shop.example.test";

	/** Asks such a shop; `url` may be of plain http. */
	async function over(
		url: string,
		{ method = "GET", subdomains = "", render = () => new Response("page") } = {},
	): Promise<Response> {
		const settings = { ...env, SHOP_ORIGIN: https, HSTS_INCLUDE_SUBDOMAINS: subdomains };
		let response = new Response();
		await withEnv(settings, async () => {
			response = await serve(new Request(url, { method }), async () => render());
		});
		return response;
	}

	it.each(["GET", "HEAD"])("sends a %s over plain http there", async (method) => {
		const render = vi.fn(() => new Response("page"));
		const path = "/tools?cursor=a%20b";
		const response = await over(`http://shop.example.test${path}`, { method, render });
		expect(response.status).toBe(308);
		expect(response.headers.get("Location")).toBe(https + path);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(response.headers.has("Strict-Transport-Security")).toBe(false);
		expect(render).not.toHaveBeenCalled();
	});

	it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("refuses a %s over it", async (method) => {
		const render = vi.fn(() => new Response("done"));
		const response = await over("http://shop.example.test/api/order", { method, render });
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ error: { code: "https_required" } });
		expect(render).not.toHaveBeenCalled();
	});

	it("includes subdomains only where the owner says so", async () => {
		// There is no cache of Cloudflare's in front of a test.
		allowConsole(/Workers Cache is expected/);
		const hsts = async (subdomains: string) =>
			(await over(`${https}/dashboard`, { subdomains })).headers.get("Strict-Transport-Security");
		expect(await hsts("")).toBe("max-age=63072000");
		expect(await hsts("1")).toBe("max-age=63072000; includeSubDomains");
	});
});

describe("the line of a request", () => {
	it("says what was asked by its pattern, how it ended, how long it took, and its id", async () => {
		const response = await requestWithContext("/api/service?q=secret", {}, "/api/service");
		const id = response.headers.get(requestIdHeader);
		expect(id).toMatch(/^[0-9a-f-]{36}$/);
		expect(lines()).toEqual([
			{
				level: "info",
				requestId: id,
				method: "GET",
				route: "/api/service",
				status: 200,
				ms: expect.any(Number),
			},
		]);
	});

	it("bears Cloudflare's name for the request, and no other that is sent", async () => {
		const sent = async (ray: string) => {
			const response = await requestWithContext("/api/service", { headers: { "CF-Ray": ray } });
			return response.headers.get(requestIdHeader);
		};
		expect(await sent("8a1b2c3d4e5f6071-FRA")).toBe("8a1b2c3d4e5f6071-FRA");
		expect(await sent("somebody@example.test")).toMatch(/^[0-9a-f-]{36}$/);
		expect(await sent('8a1b2c3d4e5f6071-FRA","level":"error')).toMatch(/^[0-9a-f-]{36}$/);
	});

	it("is left out for the share of requests that the setting says, but never where one fails", async () => {
		const chance = vi.spyOn(Math, "random");
		const { LOG_SAMPLE } = env;
		Object.assign(env, { LOG_SAMPLE: "0.25" });
		try {
			for (const draw of [0.24, 0.25, 0.9]) {
				chance.mockReturnValue(draw);
				await requestWithContext("/api/service");
			}
			expect(lines()).toHaveLength(1);
			allowConsole(/"code":"internal"/);
			await serve(new Request(origin), () => Promise.reject(new Error("broken")));
			expect(lines().map(({ status }) => status)).toEqual([200, 500]);
		} finally {
			Object.assign(env, { LOG_SAMPLE });
		}
	});

	it("holds nothing of the person, neither in a call about them nor in one that fails", async () => {
		const faults = recordErrors();
		const person = await signUp();
		const path = `/api/user/${encodeURIComponent(person.email)}`;
		const headers = { Origin: origin, Cookie: person.cookie, "Content-Type": "application/json" };
		const body = JSON.stringify({ email: person.email });
		await requestWithContext(
			`${path}?q=${person.email}`,
			{ method: "PUT", headers, body },
			"/api/user/[email]",
		);
		await withFailingDatabase("D1_ERROR: no such thing", async () => {
			const bearer = { Authorization: `Bearer ${person.token}` };
			await requestWithContext(`/api/user?email=${person.email}`, { headers: bearer }, "/api/user");
			await requestWithContext("/api/auth/get-session", { headers }, "/api/auth/[...path]");
			await requestWithContext("/api/auth/sign-in/email", {
				method: "POST",
				headers,
				body: signIn(person.email),
			});
		});
		const all = [...logged, ...faults].join("\n");
		expect(logged).toHaveLength(4);
		expect(faults.length).toBeGreaterThan(2);
		for (const personal of [person.email, encodeURIComponent(person.email), person.name]) {
			expect(all).not.toContain(personal);
		}
		for (const secret of [person.token, person.cookie.split("=")[1]?.split(".")[0] ?? "?", "?q="]) {
			expect(all).not.toContain(secret);
		}
		expect(all).not.toMatch(/select |insert |params:/i);
	});
});

const signIn = (email: string) => JSON.stringify({ email, password: "a long enough one" });

/** Does something while every question to the database, or those that are like `which`, fail with these words. */
async function withFailingDatabase<T>(
	fails: string,
	work: () => Promise<T>,
	which = /./,
): Promise<T> {
	const prepare = env.DB.prepare.bind(env.DB);
	const broken = vi.spyOn(env.DB, "prepare").mockImplementation((query) => {
		if (!which.test(query)) return prepare(query);
		const reject = () => Promise.reject(new Error(fails));
		const statement = { all: reject, run: reject, raw: reject, first: reject };
		return { ...statement, bind: () => statement } as unknown as D1PreparedStatement;
	});
	const batch = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error(fails));
	// Its copies fail like it.
	const copies = vi
		.spyOn(env.DB, "withSession")
		.mockImplementation(() => env.DB as unknown as D1DatabaseSession);
	try {
		return await work();
	} finally {
		for (const mock of [broken, batch, copies]) mock.mockRestore();
	}
}

describe("a database that can't keep up", () => {
	let rider: Person;
	beforeAll(async () => {
		rider = await signUp();
	});

	it.each([
		"D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
		"D1_ERROR: D1 DB is overloaded. Too many requests queued.",
		"D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
		"D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
		"D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
		"D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
		"D1_ERROR: D1 DB reset because its code was updated.",
		"D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
		"D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
		"D1_ERROR: Network connection lost.",
		"Network connection lost.",
		"Can't read from request stream because client disconnected.",
	])("is 503 and worth another try, in a query and in a batch: %s", async (fails) => {
		allowConsole(/"code":"unavailable"/);
		for (const work of [
			() => callApi("GET", "/service"),
			() => callApi("POST", "/order", { token: rider.token, body: orderBody("any") }),
		]) {
			const refused = await withFailingDatabase(fails, work, /from "tools"|insert into "orders"/);
			expect([refused.status, refused.body.error.code]).toEqual([503, "unavailable"]);
			expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
		}
	});

	it("is 503 where one signs in, carries a cookie, orders or is a page", async () => {
		allowConsole(/"code":"(unavailable|identity)"/);
		const person = await signUp();
		const tool = await addTool();
		const overloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";
		const statuses = await withFailingDatabase(overloaded, async () => [
			(await callAuth("sign-in/email", { email: newEmail(), password: "long enough" })).status,
			(
				await callApi("PUT", `/user/${encodeURIComponent(person.email)}`, {
					headers: { Origin: origin, Cookie: person.cookie },
					body: { email: person.email },
				})
			).status,
			(await callApi("POST", "/order", { token: person.token, body: orderBody(tool) })).status,
		]);
		expect(statuses).toEqual([503, 503, 503]);
	});

	it("is 503 in the middle of signing in, and what was asked is told to nobody", async () => {
		const faults = recordErrors();
		const email = newEmail();
		const overloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";
		const signingIn = () => callAuth("sign-in/email", { email, password: "long enough" });
		const refused = await withFailingDatabase(overloaded, signingIn, /from "users"/);
		expect([refused.status, refused.body.error?.code]).toEqual([503, "unavailable"]);
		expect(faults.length).toBeGreaterThan(0);
		expect(faults.join()).not.toContain(email);
		for (const line of faults) expect(JSON.parse(line)).toMatchObject({ level: "error" });
	});

	it("is never logged with the query and what was in it", () => {
		const faults = recordErrors();
		logError("internal", new Error("Failed query: select ?\nparams: 1 Test Street"));
		logError(
			"internal",
			new Error("x", { cause: new Error("Failed query: params: 1 Test Street") }),
		);
		expect(faults).toHaveLength(2);
		expect(faults.join()).not.toContain("Test Street");
	});

	it("is 500 without a word of it where it fails in another way", async () => {
		allowConsole(/"code":"internal".*no such column/);
		const refused = await withFailingDatabase("D1_ERROR: no such column: x", () =>
			callApi("GET", "/service"),
		);
		expect([refused.status, refused.body.error.code]).toEqual([500, "internal"]);
		expect(refused.headers.get("Retry-After")).toBeNull();
		expect(JSON.stringify(refused.body)).not.toMatch(/D1|column/);
	});
});

describe("a page that fails", () => {
	const page = (accept = "text/html,*/*") =>
		serve(new Request(`${origin}/tools`, { headers: { Accept: accept } }), () =>
			Promise.reject(new Error("broken for person@example.test")),
		);

	it("is a page for people with the id by which the log knows it, and runs nothing", async () => {
		const faults = recordErrors();
		const response = await page();
		const id = response.headers.get(requestIdHeader) ?? "?";
		const html = await response.text();
		expect(response.status).toBe(500);
		expect(html).toContain(`<code>${id}</code>`);
		expect(html).not.toContain("broken");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		const policy = response.headers.get("Content-Security-Policy");
		expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
		expect(policy).toContain("frame-ancestors 'none'");
		expect(faults.map((line) => JSON.parse(line))).toMatchObject([
			{ level: "error", requestId: id, code: "internal", reason: "broken for [e-mail]" },
		]);
		expect(lines().map(({ requestId, status }) => [requestId, status])).toEqual([[id, 500]]);
	});

	it("is a refusal for whoever wants no page", async () => {
		allowConsole(/"code":"internal"/);
		const response = await page("application/json");
		expect(await response.json()).toMatchObject({ error: { code: "internal" } });
	});

	it("keeps its own refusal where it is one of ours", async () => {
		const request = new Request(`${origin}/tools`, { headers: { Accept: "text/html" } });
		const { ShopError } = await import("../../src/shop/errors.ts");
		expect((await handleError(request, new ShopError("not_found"))).status).toBe(404);
	});
});

describe("a shop without its settings", () => {
	it("answers 503 to everything, and the log says what is missing, once, by name alone", async () => {
		const faults = recordErrors();
		const { AUTH_SECRET, STRIPE_WEBHOOK_SECRET } = env;
		Object.assign(env, { AUTH_SECRET: "short-secret", STRIPE_WEBHOOK_SECRET: "" });
		try {
			const api = await requestWithContext("/api/service");
			expect([api.status, api.headers.get("Retry-After")]).toEqual([503, "5"]);
			expect(await api.json()).toMatchObject({ error: { code: "unavailable" } });
			const page = await requestWithContext("/", { headers: { Accept: "text/html" } });
			expect([page.status, page.headers.get("Content-Type")]).toEqual([
				503,
				"text/html; charset=utf-8",
			]);
			await expect(runLoggedJob("reconcile", async () => undefined)).rejects.toThrow("settings");
		} finally {
			Object.assign(env, { AUTH_SECRET, STRIPE_WEBHOOK_SECRET });
		}
		expect(faults.map((line) => JSON.parse(line))).toMatchObject([
			{
				code: "settings",
				missing: ["AUTH_SECRET is shorter than 32 characters", "STRIPE_WEBHOOK_SECRET is missing"],
			},
		]);
		expect(faults.join()).not.toContain("short-secret");
		expect((await requestWithContext("/api/service")).status).toBe(200);
	});
});

describe("too much at once", () => {
	it("is 503 with Retry-After, until there is room again", async () => {
		const leaving = Array.from({ length: maxConcurrentRequests }, () => acquireSlot());
		const refused = await requestWithContext("/api/service");
		expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
		for (const leave of leaving) leave?.();
		expect((await requestWithContext("/api/service")).status).toBe(200);
	});

	it("keeps nobody from what is kept, nor from how the shop is", async () => {
		const [path, { render, counter }] = [newPage(), countingPage()];
		await (await visit(path, render)).text();
		const leaving = Array.from({ length: maxConcurrentRequests }, () => acquireSlot());
		const [kept, missed, health] = [
			await visit(path, render),
			await visit(newPage(), render),
			await requestWithContext("/api/health"),
		];
		for (const leave of leaving) leave?.();
		expect([kept.status, missed.status, health.status]).toEqual([200, 503, 200]);
		expect([await kept.text(), counter.rendered]).toEqual(["<p>1</p>", 1]);
	});

	it("does not last where clients went away in the middle", () => {
		for (let place = 0; place < maxConcurrentRequests; place += 1) acquireSlot(Date.now() - 61_000);
		expect(acquireSlot()).toBeDefined();
	});
});

describe("a scheduled job", () => {
	it("is a line in the log, and where it fails a fault without what it held", async () => {
		const faults = recordErrors();
		await runLoggedJob("sweepImages", async () => undefined);
		expect(lines()).toMatchObject([{ level: "info", job: "sweepImages" }]);
		const broken = () => Promise.reject(new Error("person@example.test"));
		await expect(runLoggedJob("reconcile", broken)).rejects.toThrow(/^reconcile failed$/);
		expect(JSON.parse(faults[0] ?? "")).toMatchObject({ code: "job", job: "reconcile" });
		expect(faults.join()).not.toContain("example.test");
	});
});
