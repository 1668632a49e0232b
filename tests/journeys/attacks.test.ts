/** Attacks that need the built shop: its router, pages and headers. Others: tests/shop/attacks. */
import { expect } from "@playwright/test";
import { admin, openAs, shopUrl, test } from "./fixtures.ts";
import { adminPages, customerPages } from "./guarded-pages.ts";
import { uploadImage } from "./images.ts";
import { leakPattern, rawRequest, signUpByApi } from "./raw-request.ts";

const pages = [
	"/",
	"/tools",
	"/tools/torque-wrench",
	"/review",
	"/blogs",
	"/portfolio",
	"/widgets",
	"/cart",
	"/login",
	"/forgot",
	"/reset",
	"/verify",
	"/api/docs",
];
const guarded = [
	...Object.keys(customerPages),
	...Object.keys(adminPages),
	"/payment/any",
	"/orders/any",
	"/dashboard",
	"/dashboard/partners.csv",
	"/dashboard/packing/any",
];
const calls = [
	"/api/service",
	"/api/purchase/torque-wrench",
	"/api/rating",
	"/api/cart",
	"/api/order",
	"/api/order/any",
	"/api/order/any/refund/retry",
	"/api/shipment",
	"/api/shipment/any",
	"/api/user",
	"/api/user/a%40b.test",
	"/api/user/update/a%40b.test",
	"/api/user/admin/a%40b.test",
	"/api/user/removeAdmin/a%40b.test",
	"/api/admin/a%40b.test",
	"/api/create-payment-intent",
	"/api/images",
	"/api/stripe/webhook",
	"/api/audit",
	"/api/health",
	"/api/auth/get-session",
	"/api/auth/sign-in/email",
	"/api/nothing",
];
const embeds = [
	"/embed/v1/tools/torque-wrench",
	"/embed/v1/tools/torque-wrench.json",
	"/embed/v1/reviews/3",
	"/embed/v1/reviews/3.json",
	"/w/1/widgets.js",
	`/oembed?url=${encodeURIComponent("http://x.test")}`,
];
const oneOfEach = [pages, guarded, calls, embeds].flatMap(([first = ""]) => first);

// Every route is asked in tests/worker/methods. Here, what is in front of the Worker lets them through.
test("HEAD answers like GET without a body, behind the same guards, and OPTIONS says what is allowed", async () => {
	for (const path of [...oneOfEach, "/api/docs", "/cart", "/dashboard/makeAdmin"]) {
		const [head, get] = [await rawRequest("HEAD", path), await rawRequest("GET", path)];
		expect([head.status, head.body], path).toEqual([get.status, ""]);
	}
	for (const path of oneOfEach) {
		const { status, headers, body } = await rawRequest("OPTIONS", path);
		expect([status, body], path).toEqual([204, ""]);
		expect(headers.allow, path).toMatch(/GET, HEAD/);
	}
});

test("no other method passes a guard or echoes its request", async () => {
	// Routes know the methods that they have. Any other is as any other to them.
	for (const [method, paths] of [
		["FOO", [...pages, ...guarded, ...calls, ...embeds]],
		["TRACE", oneOfEach],
		["PROPFIND", oneOfEach],
		["DEBUG", oneOfEach],
	] as const) {
		for (const path of paths) {
			const { status, headers, body } = await rawRequest(method, path, {
				Origin: "https://evil.test",
				"Access-Control-Request-Method": "DELETE",
				"X-Canary": "canary-in-the-mine",
			});
			// 501: a method that the server in front of the Worker does not support.
			expect([404, 405, 501], `${method} ${path}`).toContain(status);
			expect(body, `${method} ${path}`).not.toMatch(leakPattern);
			expect(body, `${method} ${path}`).not.toContain("canary");
			expect(headers["access-control-allow-credentials"]).toBeUndefined();
			expect(headers["access-control-allow-origin"], `${method} ${path}`).toBeUndefined();
		}
	}
});

test("errors and error pages leak no internals", async () => {
	const long = "a".repeat(6_000);
	for (const path of [
		"/tools/%ff",
		"/tools/%",
		"/tools/%00",
		"/tools/%E0%A4%A",
		"/tools/__proto__",
		`/tools/${long}`,
		"/tools?cursor=%F0%9F",
		"/tools?cursor=WzFlMzA5LCJhIl0",
		`/tools?q=${long}`,
		"/tools?q=%22%27%00*",
		"/review?cursor=W10",
		"/payment/%00",
		"/update/%ff",
		"/purchase/%2e%2e",
		"/images/%ff",
		"/images/..%2f..%2f.dev.vars",
		"/embed/v1/tools/%ff.json",
		"/embed/v1/tools/%00",
		"/embed/v1/reviews/%",
		"/w/%ff/widgets.js",
		"/oembed?url=%ff",
		"/oembed?url=http://[",
		"/login?from=%ff",
		"/login?error=%00",
		"/verify?token=%00",
		"/verify?token=a.b.c",
		"/reset?token=%ff",
		"/dashboard/history?subject=%00",
		"/api/order/%",
		"/api/order/%ff",
		`/api/order?q=${long}`,
		"/api/auth/%ff",
		"/api/auth/callback/google",
		"/api/auth/callback/google?code=x&state=%00",
		"/api/openapi.json?%",
		"/_image?href=https://evil.test/a.png",
		"/_image?href=/etc/passwd",
		"/_server-islands/x",
		"/_actions/x",
	]) {
		for (const accept of ["text/html", "application/json"]) {
			const { status, body, headers } = await rawRequest("GET", path, { Accept: accept });
			expect(status, path).toBeLessThan(500);
			expect(body, path).not.toMatch(leakPattern);
			expect(JSON.stringify(headers), path).not.toMatch(leakPattern);
		}
	}
});

test("an external URL in `from` is never in the page or followed after it", async () => {
	const addresses = [
		"https://evil.test",
		"//evil.test",
		"/\\evil.test",
		"\\\\evil.test",
		"/%2fevil.test",
		"/\t/evil.test",
		"/\n/evil.test",
		"/\r\nLocation: https://evil.test",
		"//user@evil.test",
		"javascript:alert('evil.test')",
		"data:text/html,evil.test",
		"https:evil.test",
		"//evil。test",
		"/.//evil.test",
		" //evil.test",
		'"><script>evil.test</script>',
	];
	for (const from of addresses) {
		const encodedFrom = encodeURIComponent(from);
		for (const path of ["/login", "/signup", "/login/google"]) {
			// What else is asked for decides nothing about the address.
			const more = [`from=/tools&from=${encodedFrom}`, `by=google&from=${encodedFrom}`];
			for (const query of [`from=${encodedFrom}`, ...(from === addresses[0] ? more : [])]) {
				const { status, body, headers } = await rawRequest("GET", `${path}?${query}`);
				expect(status, path + query).toBeLessThan(500);
				if (headers.location !== undefined) {
					expect(new URL(String(headers.location), shopUrl()).origin).toBe(shopUrl());
				}
				// Encoded, it is an ordinary path of this shop.
				if (from !== "/%2fevil.test") expect(body, path + query).not.toMatch(/evil.{0,3}test/);
			}
		}
	}
});

test("a header with another host or path changes no response, and poisons no cache", async () => {
	const { cookie } = await signUpByApi();
	for (const path of [...pages, "/embed/v1/tools/torque-wrench", "/w/1/widgets.js"]) {
		for (const headers of [
			{ "X-Forwarded-Host": "evil.test" },
			{ "X-Forwarded-Proto": "javascript" },
			{ "X-Original-URL": "/dashboard/makeAdmin" },
			{ "X-Rewrite-URL": "/api/user" },
			{ Forwarded: "host=evil.test" },
			{ "X-Astro-Path": "/dashboard/makeAdmin", "X-Astro-Locals": "{}" },
			{ "X-HTTP-Method-Override": "DELETE" },
			{ Cookie: `${cookie}; evil=<script>` },
			{ Authorization: "Bearer evil" },
		]) {
			const told = await rawRequest("GET", path, headers);
			expect(told.status, path).toBe(path === "/verify" ? 302 : 200);
			expect(told.body, path).not.toContain("evil.test");
			expect(told.body, path).not.toContain("Make Admin</h1>");
			expect(told.headers["set-cookie"], path).toBeUndefined();
		}
		const after = await rawRequest("GET", path);
		expect(after.body, path).not.toMatch(/evil|rider-\d/);
	}
});

test("script in a name, an address and a review never runs", async ({ page, request }) => {
	const name = `<img src=x onerror="document.title='run'">`;
	const description = `</script><script>document.title='run'</script>${name}`;
	const { email, bearer } = await signUpByApi(name);
	const headers = { Authorization: bearer };
	const image = await uploadImage(request, "", headers);
	const line = await request.post("/api/order", {
		headers,
		data: { productCode: "spoke-wrench", quantity: 2, phone: "<b>1</b>", address: description },
	});
	const { insertedId } = await line.json();
	await request.put(`/api/user/update/${encodeURIComponent(email)}`, {
		headers,
		data: { phone: "<b>1</b>", address: description },
	});
	const review = await request.post("/api/rating", {
		headers,
		data: { name: 5, image, description },
	});
	expect([line.status(), review.status()]).toEqual([201, 201]);
	for (const path of ["/embed/v1/reviews/6", "/embed/v1/reviews/6.html", "/review", "/"]) {
		const { body } = await rawRequest("GET", path);
		expect(body.includes(name), path).toBe(false);
	}
	for (const path of [
		"/dashboard/makeAdmin",
		"/dashboard/manageOrders",
		"/dashboard/history",
		"/review",
	]) {
		await openAs(page, admin, path);
		await expect(page.getByText(name).first(), path).toBeVisible();
		await expect(page.locator('img[src="x"]')).toHaveCount(0);
		expect(await page.title(), path).not.toBe("run");
	}
	await request.delete(`/api/order?id=${insertedId}`, { headers });
});
