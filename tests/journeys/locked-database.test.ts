/**
 * Asks the built shop for every page and every call of its API while another process has locked its
 * database: each answers 503 with Retry-After, and as usual once the lock is released. Since it asks for
 * every page, it also validates the HTML of each.
 */
import { createHmac } from "node:crypto";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "@playwright/test";
import * as v from "valibot";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { openSession, type Person } from "../../local/session.ts";
import { localKeys, root } from "../../local/settings.ts";
import { databaseFile } from "../../local/state.ts";
import * as messages from "../../src/messages/messages.ts";
import { htmlErrors } from "../helpers/html-errors.ts";
import { shopUrl, test } from "./fixtures.ts";
import { adminPages, customerPages } from "./guarded-pages.ts";

/** How many requests run at once. */
const concurrency = 6;

let admin: Person;
let lock: DatabaseSync;

interface Ask {
	method?: string;
	path: string;
	headers?: Record<string, string>;
	body?: string;
}

interface Answer {
	status: number;
	type: string;
	retryAfter: string | null;
	text: string;
}

/** Sends a request on a connection of its own, as no client reuses one that the server is closing. A response that breaks off has status 0. */
function ask({ method = "GET", path, headers = {}, body }: Ask): Promise<Answer> {
	return new Promise((resolve) => {
		const resolveCut = () => resolve({ status: 0, type: "", retryAfter: null, text: "cut off" });
		const url = new URL(path, shopUrl());
		const sent = request(url, { method, headers, agent: false }, (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.on("error", resolveCut);
			response.on("end", () =>
				resolve({
					status: response.statusCode ?? 0,
					type: response.headers["content-type"] ?? "",
					retryAfter: response.headers["retry-after"] ?? null,
					text: Buffer.concat(chunks).toString(),
				}),
			);
		});
		sent.on("error", resolveCut);
		sent.end(body);
	});
}

const isUsual = ({ status }: Answer) => status > 0 && status < 500;

/** Asks for all, a few at once. Returns what was unexpected, by method and path. */
async function unexpected(
	all: Ask[],
	isExpected: (answer: Answer, asked: Ask) => boolean | Promise<boolean>,
) {
	const wrong: string[] = [];
	const queue = [...all];
	const askNext = async (): Promise<void> => {
		const asked = queue.shift();
		if (!asked) return;
		const answer = await ask(asked);
		if (!(await isExpected(answer, asked))) {
			const { status, retryAfter, text } = answer;
			const start = text.slice(0, 120);
			wrong.push(`${asked.method ?? "GET"} ${asked.path}: ${status}, ${retryAfter}, ${start}`);
		}
		return askNext();
	};
	await Promise.all(Array.from({ length: concurrency }, askNext));
	return wrong;
}

/** Asks for pages that answer as usual. Returns what was unexpected, and what is wrong with the HTML of each. */
async function unusual(all: Ask[]): Promise<string[]> {
	const faults: string[] = [];
	const wrong = await unexpected(all, async (answer, { path }) => {
		// A redirect has no page. The widgets' cards and e-mails are for pages and programs of others, which ask for more.
		const isPage = answer.type.startsWith("text/html") && answer.text !== "";
		if (isPage && !/^\/embed\/|[?&]mail=/.test(path))
			faults.push(...(await htmlErrors(answer.text)).map((fault) => `${path}: ${fault}`));
		return isUsual(answer);
	});
	return [...wrong, ...faults];
}

/** A guest's cookies. Only the database knows whether it is one. */
const guestCookie = `cogsmith.guest=${"A".repeat(43)}; cogsmith.cart=torque-wrench~1~100`;

/** Addresses of each page and text, by its file in src/pages. Those of a list of addresses are asked for too. */
const publicPages: Record<string, string[]> = {
	"cart/basic.astro": ["/cart/basic"],
	"cart/checkout.astro": ["/cart/checkout"],
	"cart/unpaid.json.ts": ["/cart/unpaid.json"],
	"categories.json.ts": ["/categories.json"],
	"compare.astro": ["/compare?tool=torque-wrench&tool=y-hex-key"],
	"design/index.astro": ["/design"],
	"embed/v1/reviews/[count].html.ts": ["/embed/v1/reviews/3.html"],
	"embed/v1/reviews/[count].json.ts": ["/embed/v1/reviews/3.json"],
	"embed/v1/reviews/[count].ts": ["/embed/v1/reviews/3"],
	"embed/v1/tools/[id].html.ts": ["/embed/v1/tools/torque-wrench.html"],
	"embed/v1/tools/[id].json.ts": ["/embed/v1/tools/torque-wrench.json"],
	"embed/v1/tools/[id].ts": ["/embed/v1/tools/torque-wrench"],
	"feeds/products.xml.ts": ["/feeds/products.xml"],
	"feeds/reviews.atom.ts": ["/feeds/reviews.atom"],
	"feeds/tools.atom.ts": ["/feeds/tools.atom"],
	"fit/index.astro": ["/fit?tool=cassette-lockring-tool&cassette=xd"],
	"fit/marks.json.ts": ["/fit/marks.json?cassette=xd&tools=cassette-lockring-tool"],
	"gift.astro": ["/gift?kind=road&mends=gears&up-to=50"],
	"index.astro": ["/"],
	"jobs/[slug].astro": ["/jobs/replace-chain"],
	"llms.txt.ts": ["/llms.txt"],
	"symptoms/[slug].astro": ["/symptoms/creaks"],
	"oembed.ts": ["/oembed?url=SHOP/tools/torque-wrench"],
	"orders/[id].astro": ["/orders/torque-wrench"],
	"orders/[id]/change.astro": ["/orders/torque-wrench/change"],
	"orders/[id]/invoices/[invoice].astro": ["/orders/torque-wrench/invoices/none"],
	"orders/[id]/invoices/[invoice].pdf.ts": ["/orders/torque-wrench/invoices/none.pdf"],
	"orders/[id]/invoices/[invoice].xml.ts": ["/orders/torque-wrench/invoices/none.xml"],
	"orders/[id]/return.astro": ["/orders/torque-wrench/return"],
	"pages/[slug].astro": ["/pages/find-us"],
	"payment/[id].astro": ["/payment/torque-wrench"],
	"review.astro": ["/review"],
	"review/[id]/report.astro": ["/review/review/report"],
	"sitemap.xml.ts": ["/sitemap.xml"],
	"sitemap/[part].xml.ts": ["/sitemap/pages.xml", "/sitemap/tools-1.xml"],
	"suggest.ts": ["/suggest?q=chain"],
	"tools/[id].astro": ["/tools/torque-wrench", "/tools/no-such-tool"],
	"tools/[id]/questions.astro": ["/tools/torque-wrench/questions"],
	"tools/c/[slug].astro": ["/tools/c/measuring"],
	"tools/c/index.astro": ["/tools/c"],
	"tools/index.astro": ["/tools", "/tools?q=chain+skips", "/tools?sort=price"],
	"widgets.astro": ["/widgets"],
	"withdraw.astro": ["/withdraw?order=torque-wrench"],
};

/** The other signed-in pages, beside those of guarded-pages.ts. */
const otherGuardedPages = [
	"/dashboard/export/orders.csv",
	"/dashboard/invoices/2026-11.zip",
	"/dashboard/customers/guest?email=guest@example.test",
	"/dashboard/packing",
	"/dashboard/packing/slips",
	"/dashboard/packing/torque-wrench",
	"/dashboard/partners.csv",
	"/dashboard/start",
	"/dashboard/offers/codes.csv",
	"/dashboard/offers/edit?id=none",
	"/dashboard/gift-cards/card?id=none",
	"/dashboard/returns/torque-wrench",
	"/dashboard/settings/preview?mail=order.paid",
	"/dashboard/suppliers.csv?name=none",
	"/tools/torque-wrench/alert",
	"/verify?token=none",
];

/** Files in src/pages that are no pages of their own, or need no database. */
const withoutDatabase: Record<string, string> = {
	".well-known/change-password.ts": "/.well-known/change-password",
	".well-known/security.txt.ts": "/.well-known/security.txt",
	"404.astro": "/404",
	// A token that is not ours is rejected before anything is read.
	"alerts/stop.astro": "/alerts/stop?token=none",
	"blogs.astro": "/blogs",
	"cart.astro": "/cart",
	// Only by POST.
	"cart/lines.ts": "/cart/lines",
	// A guest's checkout.
	"checkout.astro": "/checkout",
	// Redirects.
	"dashboard/index.astro": "/dashboard",
	"design/forms.astro": "/design/forms",
	"favicon.svg.ts": "/favicon.svg",
	"fit/[dimension].astro": "/fit/cassette",
	"forgot.astro": "/forgot",
	"images/[key].ts": `/images/${"0".repeat(32)}`,
	"jobs/[slug].json.ts": "/jobs/replace-chain.json",
	"blogs/[slug].astro": "/blogs/first-tools",
	"jobs/index.astro": "/jobs",
	"symptoms/index.astro": "/symptoms",
	"legal/[page].astro": "/legal/terms",
	"login.astro": "/login",
	"login/google.astro": "/login/google",
	"portfolio.astro": "/portfolio",
	"reset.astro": "/reset?token=none",
	"robots.txt.ts": "/robots.txt",
	"signup.astro": "/signup",
	"site.webmanifest.ts": "/site.webmanifest",
	"w/[version]/widgets.js.ts": "/w/1/widgets.js",
};

const guardedPages = [
	...Object.keys(customerPages),
	...Object.keys(adminPages),
	...otherGuardedPages,
];

const page = (path: string, cookie = guestCookie): Ask => ({
	path: path.replace("SHOP", encodeURIComponent(shopUrl())),
	headers: { Accept: "text/html", Cookie: cookie },
});

const operations = v.record(v.string(), v.looseObject({}));
const description = v.object({ paths: v.record(v.string(), operations) });

/** Every call of the API's description, by an administrator. The token is checked before a body is. */
async function describedCalls(): Promise<Ask[]> {
	const { paths } = v.parse(
		description,
		JSON.parse((await ask({ path: "/api/openapi.json" })).text),
	);
	const headers = {
		Authorization: `Bearer ${admin.token}`,
		"Content-Type": "application/json",
		Cookie: admin.cookie,
		Origin: shopUrl(),
	};
	return Object.entries(paths).flatMap(([path, calls]) =>
		Object.keys(calls).map((name) => {
			const method = name.toUpperCase();
			const params = path.replace("{email}", admin.email).replace(/\{\w+\}/g, "torque-wrench");
			const body = method === "GET" ? undefined : (publicBodies[`${method} ${path}`] ?? "{}");
			const signature = path === "/stripe/webhook" && { "Stripe-Signature": signed(body ?? "") };
			return {
				method,
				path: `/api${params}`,
				headers: { ...headers, ...signature },
				...(body !== undefined && { body }),
			};
		}),
	);
}

const lines = [{ toolId: "torque-wrench", quantity: 1, price: 1 }];

/** The bodies of calls that need no token: what is wrong with them is said without the database. */
const publicBodies: Record<string, string> = {
	"POST /cart": JSON.stringify({ lines: [{ toolId: "torque-wrench", quantity: 1, price: 1 }] }),
	"POST /stripe/webhook": JSON.stringify({
		id: "evt_locked",
		object: "event",
		type: "payment_intent.succeeded",
		created: 1,
		livemode: false,
		data: { object: {} },
	}),
};

/** Signs a body as Stripe does (Stripe docs: Webhooks, Verify manually). */
function signed(body: string): string {
	const timestamp = Math.floor(Date.now() / 1000);
	const mac = createHmac("sha256", localKeys().STRIPE_WEBHOOK_SECRET);
	return `t=${timestamp},v1=${mac.update(`${timestamp}.${body}`).digest("hex")}`;
}

/** Calls outside the description, and those of people who are not signed in. */
function otherCalls(): Ask[] {
	const headers = { "Content-Type": "application/json", Origin: shopUrl() };
	const post = (path: string, body: object, more = {}): Ask => ({
		method: "POST",
		path: `/api${path}`,
		headers: { ...headers, ...more },
		body: JSON.stringify(body),
	});
	const credentials = { email: "rider@example.test", password: "a long enough one" };
	const session = { Cookie: admin.cookie };
	return [
		{ path: "/api/auth/get-session", headers: session },
		post("/auth/sign-in/email", credentials),
		post("/auth/sign-up/email", { ...credentials, name: "Rider" }),
		post("/auth/sign-out", {}, session),
		post("/auth/request-password-reset", { email: credentials.email }),
		post("/auth/reset-password", { token: "none", newPassword: credentials.password }),
		post("/auth/change-password", { currentPassword: "no", newPassword: "no" }, session),
		post("/auth/send-verification-email", { email: admin.email }, session),
		post("/checkout", {
			lines,
			name: "Guest",
			email: credentials.email,
			phone: "+1 555 0100",
			line1: "1 Test Street",
			city: "Portland",
			region: "OR",
			postalCode: "97201",
			country: "US",
		}),
	];
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
	const { email, password } = demoAccounts[0];
	admin = await openSession(shopUrl(), { email, password });
	lock = new DatabaseSync(databaseFile(process.env.TEST_SHOP_STATE ?? ""), { timeout: 10_000 });
});

test.afterAll(() => lock?.close());

test("every page is asked for", () => {
	const files = readdirSync(join(root, "src/pages"), { recursive: true, encoding: "utf8" })
		.map((file) => file.replaceAll("\\", "/"))
		.filter((file) => /\.(astro|ts)$/.test(file) && !file.startsWith("api/"))
		.filter((file) => !(file in publicPages) && !(file in withoutDatabase));
	const missing = files.filter((file) => {
		const route = file.replace(/(\/index)?\.(astro|ts)$/, "").replaceAll(/\[\w+\]/g, "[^/]+");
		return !guardedPages.some((path) => new RegExp(`^/${route}(\\?|$)`).test(path));
	});
	expect(missing).toEqual([]);
});

test.describe("while the database is locked", () => {
	let pages: Ask[];
	let calls: Ask[];

	test.beforeAll(async () => {
		calls = [...(await describedCalls()), ...otherCalls()];
		pages = [
			...Object.values(publicPages).flatMap((paths) => paths.map((path) => page(path))),
			...guardedPages.map((path) => page(path, admin.cookie)),
		];
		lock.exec("begin exclusive");
	});

	test.afterAll(async () => {
		if (lock.isTransaction) lock.exec("rollback");
	});

	test("every page is an error page with 503 and Retry-After", async () => {
		// Frames in pages of others say nothing of the shop's troubles and link to it instead.
		const saysSo = ({ text }: Answer, { path }: Ask) =>
			/^\/embed\/v1\/[^.]+$/.test(path)
				? text.includes(`href="${shopUrl()}/`)
				: text.includes(messages.errorMessages.unavailable);
		const wrong = await unexpected(
			pages,
			(answer, asked) =>
				answer.status === 503 && answer.retryAfter === "5" && saysSo(answer, asked),
		);
		expect(wrong).toEqual([]);
	});

	test("every call is 503 with Retry-After and says so", async () => {
		// The next test has the health; the shipping rates stay in memory, so that public pages can show them.
		const answers = ["/api/health", "/api/shipping"];
		const wrong = await unexpected(
			calls.filter(({ path }) => !answers.includes(path)),
			({ status, retryAfter, text }) =>
				status === 503 && retryAfter === "5" && text.includes('"code":"unavailable"'),
		);
		expect(wrong).toEqual([]);
	});

	test("the health check says that the database does not answer", async () => {
		await expect(async () => {
			const { status, retryAfter, text } = await ask({ path: "/api/health" });
			expect([status, retryAfter]).toEqual([503, "5"]);
			expect(JSON.parse(text)).toMatchObject({ ok: false, database: false });
			// A result is memoized for five seconds.
		}).toPass({ timeout: 10_000, intervals: [200] });
	});

	test("pages that need no database are there, in valid HTML", async () => {
		const paths = Object.values(withoutDatabase).map((path) => page(path, ""));
		expect(await unusual(paths)).toEqual([]);
	});

	test("once it is released, all answer as usual, each page in valid HTML", async () => {
		lock.exec("rollback");
		expect(await unusual(pages)).toEqual([]);
		// Its memoized result is that of the lock.
		await expect
			.poll(async () => (await ask({ path: "/api/health" })).status, { intervals: [200] })
			.toBe(200);
		const reads = calls.filter(({ method }) => method === "GET");
		expect(await unexpected(reads.slice(0, 6), isUsual)).toEqual([]);
	});
});
