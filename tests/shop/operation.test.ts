/** Every response's surroundings: logs and what they never contain, https, missing settings and overload. */
import { env, withEnv } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { acquireSlot, maxConcurrentRequests } from "../../src/http/request-slots.ts";
import { logError, setRoute } from "../../src/platform/services/log.ts";
import { handleError, requestIdHeader, runLoggedJob, serve } from "../../src/worker/serve.ts";
import { countingPage, newPage, visit } from "../helpers/cached-pages.ts";
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
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

let logged: string[] = [];

beforeEach(() => {
	logged = [];
	vi.spyOn(console, "log").mockImplementation((line: string) => void logged.push(line));
});
afterEach(() => vi.unstubAllGlobals());

const lines = () => logged.map((line) => JSON.parse(line));

/** Captures logged errors. Without this the console guard of the set-up would fail the test. */
function recordErrors(): string[] {
	const errors: string[] = [];
	vi.spyOn(console, "error").mockImplementation((line: string) => void errors.push(line));
	return errors;
}

/** Sends a request through the whole Worker without Astro: the route is called as Astro would. */
function requestWithContext(path: string, init?: RequestInit, route?: string): Promise<Response> {
	const request = new Request(`${origin}${path}`, init);
	return serve(request, async () => {
		if (route) setRoute(route);
		return dispatch(request);
	});
}

describe("a shop with an https URL", () => {
	const https = "https://shop.example.test";

	/** Requests a URL of such a shop, which may be plain http. */
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

	it.each(["GET", "HEAD"])("redirects %s from http to https", async (method) => {
		const render = vi.fn(() => new Response("page"));
		const path = "/tools?cursor=a%20b";
		const response = await over(`http://shop.example.test${path}`, { method, render });
		expect(response.status).toBe(308);
		expect(response.headers.get("Location")).toBe(https + path);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(response.headers.has("Strict-Transport-Security")).toBe(false);
		expect(render).not.toHaveBeenCalled();
	});

	it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("rejects %s over http", async (method) => {
		const render = vi.fn(() => new Response("done"));
		const response = await over("http://shop.example.test/api/order", { method, render });
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ error: { code: "https_required" } });
		expect(render).not.toHaveBeenCalled();
	});

	it("includes subdomains in HSTS only with the owner's setting", async () => {
		// Tests run without Cloudflare's cache in front.
		allowConsole(/Workers Cache is expected/);
		const hsts = async (subdomains: string) =>
			(await over(`${https}/dashboard`, { subdomains })).headers.get("Strict-Transport-Security");
		expect(await hsts("")).toBe("max-age=63072000");
		expect(await hsts("1")).toBe("max-age=63072000; includeSubDomains");
	});
});

describe("the log line of a request", () => {
	it("has the route pattern, the status, the duration and the request id", async () => {
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
				// The list that has nothing, the search by words, and that of its correction.
				trips: 3,
			},
		]);
	});

	it("has Cloudflare's Ray ID, and no id a client sends", async () => {
		const sent = async (ray: string) => {
			const response = await requestWithContext("/api/service", { headers: { "CF-Ray": ray } });
			return response.headers.get(requestIdHeader);
		};
		expect(await sent("8a1b2c3d4e5f6071-FRA")).toBe("8a1b2c3d4e5f6071-FRA");
		expect(await sent("somebody@example.test")).toMatch(/^[0-9a-f-]{36}$/);
		expect(await sent('8a1b2c3d4e5f6071-FRA","level":"error')).toMatch(/^[0-9a-f-]{36}$/);
	});

	it("is sampled by the setting's rate, but always written for an error", async () => {
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

	it("contains no personal data, neither in a user's call nor in an error", async () => {
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

/** Runs `work` while every query, or those that match `which`, fails with this message. */
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
	// Replicas fail too.
	const copies = vi
		.spyOn(env.DB, "withSession")
		.mockImplementation(() => env.DB as unknown as D1DatabaseSession);
	try {
		return await work();
	} finally {
		for (const mock of [broken, batch, copies]) mock.mockRestore();
	}
}

describe("an overloaded database", () => {
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
		"D1_ERROR: Failed to get session commit token: internal error; reference = 0n30fphgtu8ql47a7ebseele",
		"internal error; reference = 0n30fphgtu8ql47a7ebseele",
		"D1_ERROR: database is locked: SQLITE_BUSY",
		"D1_ERROR: disk I/O error: SQLITE_IOERR",
		"Durable Object is overloaded. Requests queued for too long.",
		"Durable Object reset because its code was updated.",
		"Durable Object storage operation exceeded timeout which caused object to be reset.",
	])("is 503 with Retry-After, in a query and in a batch: %s", async (fails) => {
		allowConsole(/"code":"unavailable"/);
		for (const work of [
			() => callApi("GET", "/service"),
			() => callApi("POST", "/order", { token: rider.token, body: orderBody("any") }),
		]) {
			const rejected = await withFailingDatabase(
				fails,
				work,
				/from "tools"|insert into "order_lines"/,
			);
			expect([rejected.status, rejected.body.error.code]).toEqual([503, "unavailable"]);
			expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
		}
	});

	it("is 503 for sign-in, a session cookie, an order and a page", async () => {
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

	it("is 503 in the middle of sign-in, without leaking the query", async () => {
		const faults = recordErrors();
		const email = newEmail();
		const overloaded = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";
		const signingIn = () => callAuth("sign-in/email", { email, password: "long enough" });
		const rejected = await withFailingDatabase(overloaded, signingIn, /from "users"/);
		expect([rejected.status, rejected.body.error?.code]).toEqual([503, "unavailable"]);
		expect(faults.length).toBeGreaterThan(0);
		expect(faults.join()).not.toContain(email);
		for (const line of faults) expect(JSON.parse(line)).toMatchObject({ level: "error" });
	});

	it("is never logged with the query or its parameters", () => {
		const faults = recordErrors();
		logError("internal", new Error("Failed query: select ?\nparams: 1 Test Street"));
		logError(
			"internal",
			new Error("x", { cause: new Error("Failed query: params: 1 Test Street") }),
		);
		expect(faults).toHaveLength(2);
		expect(faults.join()).not.toContain("Test Street");
	});

	it("is 500 without details for any other failure", async () => {
		allowConsole(/"code":"internal".*no such column/);
		const rejected = await withFailingDatabase("D1_ERROR: no such column: x", () =>
			callApi("GET", "/service"),
		);
		expect([rejected.status, rejected.body.error.code]).toEqual([500, "internal"]);
		expect(rejected.headers.get("Retry-After")).toBeNull();
		expect(JSON.stringify(rejected.body)).not.toMatch(/D1|column/);
	});
});

describe("a page that fails", () => {
	const page = (accept = "text/html,*/*") =>
		serve(new Request(`${origin}/tools`, { headers: { Accept: accept } }), () =>
			Promise.reject(new Error("broken for person@example.test")),
		);

	it("is an error page with the request id of the log, and without script", async () => {
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

	it("is a JSON error for clients that don't accept HTML", async () => {
		allowConsole(/"code":"internal"/);
		const response = await page("application/json");
		expect(await response.json()).toMatchObject({ error: { code: "internal" } });
	});

	it("keeps the code of a ShopError", async () => {
		const request = new Request(`${origin}/tools`, { headers: { Accept: "text/html" } });
		const { ShopError } = await import("../../src/errors.ts");
		expect((await handleError(request, new ShopError("not_found"))).status).toBe(404);
	});
});

describe("a shop without its settings", () => {
	it("answers 503 to everything, and logs once the names of the missing settings", async () => {
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

describe("too many concurrent requests", () => {
	it("are 503 with Retry-After until others finish", async () => {
		const leaving = Array.from({ length: maxConcurrentRequests }, () => acquireSlot());
		const rejected = await requestWithContext("/api/service");
		expect([rejected.status, rejected.headers.get("Retry-After")]).toEqual([503, "5"]);
		for (const leave of leaving) leave?.();
		expect((await requestWithContext("/api/service")).status).toBe(200);
	});

	it("still get cached pages and the health check", async () => {
		const [path, { render, counter }] = [newPage(), countingPage()];
		await (await visit(path, render)).text();
		const leaving = Array.from({ length: maxConcurrentRequests }, () => acquireSlot());
		const [cached, missed, health] = [
			await visit(path, render),
			await visit(newPage(), render),
			await requestWithContext("/api/health"),
		];
		for (const leave of leaving) leave?.();
		expect([cached.status, missed.status, health.status]).toEqual([200, 503, 200]);
		expect([await cached.text(), counter.rendered]).toEqual(["<p>1</p>", 1]);
	});

	it("no longer count when clients disconnect", () => {
		for (let place = 0; place < maxConcurrentRequests; place += 1) acquireSlot(Date.now() - 61_000);
		expect(acquireSlot()).toBeDefined();
	});
});

describe("a scheduled job", () => {
	it("is a line in the log, and an error without its data when it fails", async () => {
		const faults = recordErrors();
		await runLoggedJob("sweepImages", async () => undefined);
		expect(lines()).toMatchObject([{ level: "info", job: "sweepImages" }]);
		const broken = () => Promise.reject(new Error("person@example.test"));
		await expect(runLoggedJob("reconcile", broken)).rejects.toThrow(/^reconcile failed$/);
		expect(JSON.parse(faults[0] ?? "")).toMatchObject({ code: "job", job: "reconcile" });
		expect(faults.join()).not.toContain("example.test");
	});
});
