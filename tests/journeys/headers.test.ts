/** The headers of every page of the built shop, for every role that may see it. */
import { createHash } from "node:crypto";
import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import { admin, newPerson, openAs, shopUrl, storedToken, stripeUrl, test } from "./fixtures.ts";
import { adminPages, customerPages } from "./guarded-pages.ts";

const publicPages = [
	"/",
	"/tools",
	"/tools/torque-wrench",
	"/review",
	"/widgets",
	"/blogs",
	"/portfolio",
	"/jobs",
	"/symptoms",
	"/symptoms/creaks",
	"/gift",
	"/gift?kind=road&mends=tires&up-to=50",
	"/fit/cassette",
	"/api/docs",
	"/login",
	"/forgot",
	"/reset",
	"/verify",
];
const prerenderedPages = ["/cart", "/no/such/page"];
/** Cached and prerendered pages without islands: their policies have the hashes of their own elements alone. */
const ownHashesOnly = [
	"/",
	"/tools",
	"/tools/torque-wrench",
	"/review",
	"/blogs",
	"/portfolio",
	"/no/such/page",
];
const signedInPages = [
	...Object.keys(customerPages),
	"/signup",
	"/checkout",
	"/tools/headset-press/alert",
];

/** Every Content-Security-Policy of a response, header and meta: all of them apply. */
async function contentPolicies(answer: APIResponse): Promise<Map<string, string[]>[]> {
	const meta = [
		...(await answer.text()).matchAll(
			/<meta http-equiv="content-security-policy" content="([^"]*)"/gi,
		),
	].map(([, content]) => content ?? "");
	return [answer.headers()["content-security-policy"] ?? "", ...meta].map((policy) => {
		const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/));
		return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
	});
}

/** What may stand in a page without being run: data for the page or for search engines. */
const isData = (attributes: string) => /type="application\/(ld\+)?json"/.test(attributes);

/** The hashes of a page's inline elements, as sources of a policy. */
function inlineSources(html: string, name: "script" | "style"): string[] {
	return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, "g"))]
		.filter(([, attributes = "", text = ""]) => text !== "" && !isData(attributes))
		.map(([, , text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}

/** Expects the security headers, and that a private page is never cached; returns the page. */
async function expectGuarded(
	request: APIRequestContext,
	path: string,
	isPrivate = false,
): Promise<string> {
	const answer = await request.get(path, { headers: { Accept: "text/html" } });
	const headers = answer.headers();
	if (isPrivate) expect(headers["cache-control"], path).toBe("no-store");
	expect(headers["content-type"], path).toMatch(/^text\/html/);
	expect(headers["x-content-type-options"], path).toBe("nosniff");
	// The URL of Reset contains a token, so it sends no Referer at all.
	const referrer = path === "/reset" ? "no-referrer" : "strict-origin-when-cross-origin";
	expect(headers["referrer-policy"], path).toBe(referrer);
	expect(headers["permissions-policy"], path).toContain("camera=()");
	// An opener learns nothing from a page that is the same for everybody.
	const isPublic = headers["cache-control"]?.startsWith("public");
	expect(headers["cross-origin-opener-policy"], path).toBe(isPublic ? undefined : "same-origin");
	const policies = await contentPolicies(answer);
	const sources = (name: string) =>
		policies.map((policy) => policy.get(name)).find((found) => found !== undefined);
	expect(policies[0]?.get("frame-ancestors"), path).toEqual(["'none'"]);
	expect(sources("default-src"), path).toEqual(["'self'"]);
	expect(sources("object-src"), path).toEqual(["'none'"]);
	expect(sources("base-uri"), path).toEqual(["'none'"]);
	expect(sources("form-action"), path).toEqual(["'self'"]);
	const own = /^('self'|'sha256-[\w+/]{43}=')$/;
	const elsewhere = path.startsWith("/payment/") ? [stripeUrl()] : [];
	for (const kind of ["script-src", "style-src", "connect-src", "img-src", "font-src"]) {
		const foreign = (sources(kind) ?? ["none"]).filter((source) => !own.test(source));
		const imageSources = kind === "img-src" ? ["data:", "blob:"] : [];
		const allowed =
			kind === "style-src" || kind === "font-src" ? [] : [...elsewhere, ...imageSources];
		for (const source of foreign) expect(allowed, `${path} ${kind}`).toContain(source);
	}
	const html = await answer.text();
	for (const name of ["script", "style"] as const) {
		const inline = inlineSources(html, name);
		expect(sources(`${name}-src`), path).toEqual(expect.arrayContaining(inline));
		if (!ownHashesOnly.includes(path)) continue;
		const allowed = sources(`${name}-src`)?.filter((source) => source !== "'self'");
		expect(new Set(allowed), path).toEqual(new Set(inline));
	}
	if (path.startsWith("/payment/")) return html;
	expect(sources("trusted-types"), path).toEqual(["'none'"]);
	expect(sources("require-trusted-types-for"), path).toEqual(["'script'"]);
	expect(sources("frame-src") ?? ["'self'"], path).toEqual(["'self'"]);
	return html;
}

async function expectPrivate(request: APIRequestContext, path: string): Promise<void> {
	const { "cache-control": caching } = (await request.get(path, { maxRedirects: 0 })).headers();
	expect(caching, path).toBe("no-store");
}

async function openSession(request: APIRequestContext, path: string, data: object): Promise<void> {
	const answer = await request.post(`/api/auth/${path}`, { headers: { Origin: shopUrl() }, data });
	expect(answer.status()).toBe(200);
}

test("every public page has the security headers", async ({ request }) => {
	for (const path of [...publicPages, ...prerenderedPages]) await expectGuarded(request, path);
});

test("every customer's page has them, is never cached, and only Payment may load Stripe", async ({
	request,
}) => {
	const { name, email, password } = newPerson();
	await openSession(request, "sign-up/email", { name, email, password });
	const issued = await request.put(`/api/user/${encodeURIComponent(email)}`, {
		headers: { Origin: shopUrl() },
		data: { email },
	});
	const { token } = await issued.json();
	const bearer = { Authorization: `Bearer ${token}` };
	const placed = await request.post("/api/order", {
		headers: bearer,
		data: { productCode: "torque-wrench", quantity: 1, phone: "1", address: "5 Spoke Street" },
	});
	const { insertedId } = await placed.json();
	for (const path of [...signedInPages, `/payment/${insertedId}`, `/orders/${insertedId}`]) {
		await expectGuarded(request, path, true);
	}
	for (const path of ["/api/order", "/api/user", "/api/auth/get-session", "/dashboard"]) {
		await expectPrivate(request, path);
	}
	await request.delete(`/api/order?id=${insertedId}`, { headers: bearer });
});

test("an administrator sees every page; each has them and is never cached", async ({ request }) => {
	await openSession(request, "sign-in/email", admin);
	for (const [path, heading] of Object.entries({ ...customerPages, ...adminPages })) {
		const html = await expectGuarded(request, path, true);
		const headings = [...html.matchAll(/<h1\b[^>]*>([\s\S]*?)<\/h1>/g)];
		expect(
			headings.map(([, words]) => words?.trim()),
			path,
		).toEqual([heading]);
	}
	await expectPrivate(request, "/dashboard/partners.csv");
});

test("other responses run no script and are nosniff", async ({ request }) => {
	for (const path of ["/api/service", "/api/health", "/api/openapi.json", "/api/nothing"]) {
		const headers = (await request.get(path)).headers();
		expect(headers["content-security-policy"], path).toBe(
			"default-src 'none'; frame-ancestors 'none'",
		);
		expect(headers["x-content-type-options"], path).toBe("nosniff");
		expect(headers["x-request-id"], path).toMatch(/^[0-9a-f-]{16,36}$/);
	}
	for (const path of ["/favicon.svg", "/cv.pdf", "/cart"]) {
		const headers = (await request.get(path)).headers();
		expect(headers["x-content-type-options"], path).toBe("nosniff");
		expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
		expect(headers["strict-transport-security"], path).toContain("max-age=");
	}
});

test("programs find the icons, the manifest, the security contact and where the password is changed", async ({
	request,
}) => {
	for (const [path, type] of [
		["/favicon.ico", /^image\/(x-icon|vnd\.microsoft\.icon)$/],
		["/apple-touch-icon.png", /^image\/png$/],
		["/site.webmanifest", /^application\/manifest\+json/],
		["/.well-known/security.txt", /^text\/plain; charset=utf-8$/],
	] as const) {
		for (const method of ["GET", "HEAD"]) {
			const answer = await request.fetch(path, { method });
			expect(answer.status(), `${method} ${path}`).toBe(200);
			expect(answer.headers()["content-type"], path).toMatch(type);
			expect(answer.headers()["x-content-type-options"], path).toBe("nosniff");
			expect(answer.headers()["cache-control"], path).toMatch(/max-age=0/);
		}
	}
	const manifest = await (await request.get("/site.webmanifest")).json();
	for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
	const security = await (await request.get("/.well-known/security.txt")).text();
	const [, expires = ""] = /^Expires: (.+)$/m.exec(security) ?? [];
	expect(Date.parse(expires)).toBeGreaterThan(Date.now());
	for (const method of ["GET", "HEAD"]) {
		const change = await request.fetch("/.well-known/change-password", { method, maxRedirects: 0 });
		expect([change.status(), change.headers().location]).toEqual([302, "/dashboard/myprofile"]);
	}
	// Else no password manager would believe it (W3C, Detecting the Reliability of HTTP Status Codes).
	const none = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
	expect((await request.get(none)).status()).toBe(404);
});

test("any site may read a job's data, but not its page", async ({ request }) => {
	for (const [path, origin] of [
		["/jobs/true-wheel.json", "*"],
		["/jobs/true-wheel", undefined],
		["/jobs", undefined],
	] as const) {
		const answer = await request.get(path);
		expect(answer.status(), path).toBe(200);
		expect(answer.headers()["access-control-allow-origin"], path).toBe(origin);
	}
});

test("only embed frames may be framed", async ({ request }) => {
	for (const path of ["/embed/v1/reviews/3", "/embed/v1/tools/torque-wrench"]) {
		const policy = async (address: string) =>
			(await request.get(address)).headers()["content-security-policy"] ?? "";
		expect(await policy(path)).toContain("frame-ancestors *");
		expect(await policy(`${path}.html`)).toContain("frame-ancestors 'none'");
		for (const address of [path, `${path}.html`]) {
			expect(await policy(address)).toMatch(/^default-src 'none'/);
			expect(await policy(address)).not.toContain("unsafe");
			expect(await policy(address)).toContain("require-trusted-types-for 'script'");
		}
	}
});

test("user input is shown as text everywhere, and never runs", async ({ page }) => {
	await openAs(page, admin, "/dashboard/manageProducts");
	const bearer = { Authorization: `Bearer ${await storedToken(page)}` };
	const [existingTool] = await (await page.request.get("/api/service?limit=1")).json();
	const markup = `"><img src=x onerror=alert(1)>`;
	const closing = "</script></template><script>alert(1)</script>";
	const added = await page.request.post("/api/service", {
		headers: bearer,
		data: {
			name: markup,
			description: closing,
			image: existingTool.image,
			minOrderQuantity: 1,
			quantity: 5,
			price: 5,
		},
	});
	const { insertedId: id } = await added.json();
	for (const path of [
		"/",
		"/tools",
		`/tools/${id}`,
		`/purchase/${id}`,
		`/update/${id}`,
		`/embed/v1/tools/${id}`,
		`/embed/v1/tools/${id}.html`,
	]) {
		const html = await (await page.request.get(path)).text();
		expect(html, path).toContain("onerror");
		expect(html.includes(markup), path).toBe(false);
	}
	const url = encodeURIComponent(`${shopUrl()}/tools/${id}`);
	const { html } = await (await page.request.get(`/oembed?url=${url}`)).json();
	expect(html).not.toContain("<img src=x");
	for (const path of [
		`/tools/${id}`,
		`/purchase/${id}`,
		"/manageTools",
		"/dashboard/manageProducts",
		`/update/${id}`,
	]) {
		await page.goto(path);
		await expect(page.getByText(markup).first()).toBeVisible();
		await expect(page.locator('img[src="x"]')).toHaveCount(0);
		const scripts = page.locator('script:not([type="application/ld+json"])');
		await expect(scripts.filter({ hasText: "alert(1)" })).toHaveCount(0);
	}
	await page.request.delete(`/api/service?id=${id}`, { headers: bearer });
});
