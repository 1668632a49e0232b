/**
 * Builds the shop with another shop.config.ts in a copy of the project, as a merchant does, opens it and
 * reads every page, e-mail, embed and API description: nothing of the demo shop is left.
 */
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { findMail, listMails } from "../../local/mail/mailbox.ts";
import { freePort, launch, stopAll, waitUntilReady } from "../../local/processes.ts";
import { openSession, type Person } from "../../local/session.ts";
import { root } from "../../local/settings.ts";
import demo from "../../shop.config.ts";
import { legalPages } from "../../src/config/legal-pages.ts";
import { legalPagesLeft } from "../../src/messages/overview.ts";
import { sellerAddressLines } from "../../src/shop/addresses/seller-address.ts";
import other from "../fixtures/other-shop.config.ts";
import { testMonth } from "./other-shop-month.ts";
import { testPayments } from "./other-shop-payments.ts";

/** Long enough for a build and a start on a busy machine. */
const openTimeoutMs = 400_000;

let folder = "";
let origin = "";
let stripeUrl = "";
let admin: Person;
let customer: Person;
let tool = "";
let secondTool = "";
let line = "";

/** What lists show before there is anything, by page. */
const emptyTexts: Record<string, string[]> = {
	"/": ["There are no tools yet.", "Waiting for the first review"],
	"/tools": ["There are no tools yet."],
	"/review": ["Waiting for the first review"],
	"/manageTools": ["There are no tools yet."],
	"/dashboard/myorders": ["No Order Found Go to All Tools To order"],
	"/dashboard/manageOrders": ["There are no orders yet."],
	"/dashboard/manageProducts": ["There are no tools yet."],
	// It has published one of eight.
	"/dashboard/overview": [legalPagesLeft(legalPages.filter((page) => page !== "terms"))],
};

/** The pages of the empty shop. */
const emptyPages: Record<string, string> = {};

/** Copies what a build and `npm start` read, with the other shop's config and assets. */
function copyProject(): string {
	const copy = realpathSync(mkdtempSync(join(tmpdir(), "other-shop-")));
	const sources = [
		"src",
		"widgets",
		"public",
		"local",
		"migrations",
		"stand-in-for-stripe",
		"tests/fixtures",
	];
	// Not .dev.vars: the copy makes keys of its own.
	const files = readdirSync(root).filter((name) => /^\w.*\.(json|mjs|ts|toml)$/.test(name));
	for (const name of [...sources, ...files]) {
		cpSync(join(root, name), join(copy, name), {
			recursive: true,
			filter: (path) => !/\/(node_modules|dist)$/.test(path),
		});
	}
	cpSync(join(root, "tests/fixtures/other-shop.config.ts"), join(copy, "shop.config.ts"));
	rmSync(join(copy, "src/assets/slides"), { recursive: true });
	cpSync(join(root, "tests/fixtures/other-shop-assets"), join(copy, "src/assets"), {
		recursive: true,
	});
	// The packages themselves are linked; caches of the build stay in the copy.
	mkdirSync(join(copy, "node_modules"));
	for (const name of readdirSync(join(root, "node_modules"))) {
		const isCache = name.startsWith(".") && name !== ".bin";
		if (!isCache) symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
	}
	return copy;
}

beforeAll(async () => {
	folder = copyProject();
	const port = await freePort();
	const stripePort = await freePort();
	origin = `http://localhost:${port}`;
	stripeUrl = `http://localhost:${stripePort}`;
	const shop = launch(
		process.execPath,
		[join(folder, "local/serve.ts")],
		join(folder, "serve.log"),
		{
			PORT: String(port),
			STRIPE_PORT: String(stripePort),
			GOOGLE_PORT: String(await freePort()),
			MAIL_PORT: String(await freePort()),
			SHOP_STATE: join(folder, "state"),
			SHOP_DEMO: "0",
			NODE_ENV: "production",
		},
	);
	await waitUntilReady(`${origin}/api/health`, shop, openTimeoutMs).catch((error: unknown) => {
		throw new Error(readFileSync(join(folder, "serve.log"), "utf8"), { cause: error });
	});
	const [adminSession, customerSession] = await Promise.all(
		demoAccounts.map(({ email, password }) => openSession(origin, { email, password })),
	);
	if (!adminSession || !customerSession) throw new Error("There are no demo accounts.");
	[admin, customer] = [adminSession, customerSession];
	for (const path of Object.keys(emptyTexts)) {
		const { cookie } = /^\/dashboard\/(manage|overview)/.test(path) ? admin : customer;
		emptyPages[path] = await read(path, { cookie });
	}
	const coffee = { name: "Guji", description: "Apricot and tea.", price: 12.5 };
	const stock = { minOrderQuantity: 1, quantity: 40, image: await upload(admin) };
	tool = await create("/service", admin, { ...coffee, ...stock });
	secondTool = await create("/service", admin, { ...coffee, ...stock, name: "Sidamo" });
	const review = { name: 5, description: "Apricot it is.", image: await upload(customer) };
	await create("/rating", customer, review);
	// Its total depends on the country, so it is ordered at the checkout. One of one has the order's id.
	line = await create("/checkout", customer, {
		lines: [{ toolId: tool, quantity: 2, price: coffee.price }],
		phone: "+49 341 1",
		line1: "Mühlgasse 4",
		city: "Leipzig",
		postalCode: "04109",
		country: "DE",
	});
}, openTimeoutMs);

afterAll(async () => {
	await stopAll();
	rmSync(folder, { recursive: true, force: true });
});

/** Sends a body to the API and returns the reply. */
async function call(method: string, path: string, { token }: Person, body: object) {
	const isForm = body instanceof FormData;
	const response = await fetch(`${origin}/api${path}`, {
		method,
		headers: {
			Authorization: `Bearer ${token}`,
			...(!isForm && { "Content-Type": "application/json" }),
		},
		body: isForm ? body : JSON.stringify(body),
	});
	const text = await response.text();
	expect(response.status, text).toBeLessThan(300);
	return JSON.parse(text);
}

const keys = () => parseEnv(readFileSync(join(folder, ".dev.vars"), "utf8"));

/** Places an order of the customer and pays it by card, at the stand-in, as the browser does. */
async function buy(order: object): Promise<string> {
	const id = await create("/checkout", customer, order);
	const { clientSecret } = await call("POST", "/create-payment-intent", customer, { orderId: id });
	const transactionId = clientSecret.replace(/_secret_.*$/, "");
	const confirmed = await fetch(`${stripeUrl}/v1/payment_intents/${transactionId}/confirm`, {
		method: "POST",
		body: new URLSearchParams({
			key: keys().STRIPE_PUBLISHABLE_KEY ?? "",
			client_secret: clientSecret,
			payment_method: "pm_card_visa",
			return_url: origin,
		}),
	});
	expect(confirmed.status, await confirmed.text()).toBe(200);
	await call("PATCH", `/order/${id}`, customer, { transactionId });
	return id;
}

/** Reads a list of Stripe's API with the shop's key. */
async function listStripe<Found>(path: string): Promise<Found[]> {
	const { STRIPE_SECRET_KEY } = keys();
	const headers = { Authorization: `Bearer ${STRIPE_SECRET_KEY}` };
	const response = await fetch(`${stripeUrl}${path}?limit=100`, { headers });
	return ((await response.json()) as { data: Found[] }).data;
}

/** Inserts a row and returns its id. */
async function create(path: string, person: Person, body: object): Promise<string> {
	return (await call("POST", path, person, body)).insertedId;
}

/** Uploads an image and returns its path. */
async function upload(person: Person): Promise<string> {
	const create = { width: 64, height: 64, channels: 3, background: "#0b5c8a" } as const;
	const form = new FormData();
	form.set("image", new Blob([Uint8Array.from(await sharp({ create }).png().toBuffer())]), "a.png");
	return (await call("POST", "/images", person, form)).data.url;
}

async function read(path: string, { status = 200, cookie = "", token = "" } = {}): Promise<string> {
	const headers = {
		...(cookie && { Cookie: cookie }),
		...(token && { Authorization: `Bearer ${token}` }),
	};
	const response = await fetch(origin + path, { headers, redirect: "manual" });
	expect(response.status, path).toBe(status);
	return response.text();
}

/** Names that belong to the product, whatever the shop is called, and the demo accounts. */
const productNames =
	/cogsmith-(?:tool-card|review-feed|configurator|(?=[a-z*{$]))|data-cogsmith|@cogsmith\/widgets|cogsmith\.(?:session_token|guest)|(?:admin|manager|packer|rider)@cogsmith\.test/g;

const demoColors = [...Object.values(demo.colors.light), ...Object.values(demo.colors.dark)];

/** What of the demo shop is in a text, with what stands around it. Drawings keep their own colours, as photographs do. */
function leftovers(text: string, colors: readonly string[] = demoColors): string[] {
	// An e-mail may break after its @.
	const shopText = text.replaceAll("<wbr/>", "").replaceAll(productNames, "");
	const patterns = [
		/cogsmith/gi,
		...(colors.length > 0 ? [new RegExp(colors.join("|"), "gi")] : []),
		/\bUSD\b/gi,
		/\bdollars?\b/gi,
		/\$\s?\d|\d\s?\$/g,
	];
	return patterns.flatMap((pattern) =>
		[...shopText.matchAll(pattern)].map(({ index }) =>
			shopText.slice(Math.max(0, index - 60), index + 60),
		),
	);
}

it.each(Object.entries(emptyTexts))(
	"a new shop's lists at %s say that they are empty",
	(path, texts) => {
		const html = emptyPages[path] ?? "";
		const text = html
			.replaceAll(/<(script|style)\b.*?<\/\1>/gs, "")
			.replaceAll(/<[^>]*>/g, "")
			.replaceAll(/\s+/g, " ");
		for (const expected of texts) expect(text).toContain(expected);
		if (path === "/review") expect(html).toMatch(/role="status"[^>]*>.*?class="[^"]*\bspinner\b/s);
	},
);

describe("a shop with another config", () => {
	it("starts empty, and says so", () => {
		const log = readFileSync(join(folder, "serve.log"), "utf8");
		expect(log).toContain("Empty shop ready");
		expect(log).not.toMatch(/demo shop/i);
	});

	it("has its own name and colors on a home screen and in its icons", async () => {
		const { "base-100": background, primary } = other.colors.light;
		const manifest = JSON.parse(await read("/site.webmanifest"));
		expect(manifest).toMatchObject({ name: other.name, background_color: background });
		const svg = await read("/favicon.svg");
		expect([svg.includes(background), svg.includes(primary)]).toEqual([true, true]);
		const rgb = (color: string) =>
			[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
		for (const path of ["/apple-touch-icon.png", manifest.icons[0].src]) {
			const png = await (await fetch(origin + path)).arrayBuffer();
			const { data, info } = await sharp(png)
				.removeAlpha()
				.raw()
				.toBuffer({ resolveWithObject: true });
			const pixels = new Set<string>();
			for (let at = 0; at < data.length; at += info.channels)
				pixels.add(data.subarray(at, at + 3).join());
			expect([path, pixels.has(rgb(background).join())]).toEqual([path, true]);
			expect([path, pixels.has(rgb(primary).join())]).toEqual([path, true]);
		}
	});

	it.each([
		"/",
		"/tools",
		"/review",
		"/blogs",
		"/portfolio",
		"/legal/terms",
		"/widgets",
		"/login",
		"/signup",
		"/forgot",
		"/reset?token=none",
		"/api/docs",
	])("has nothing of the demo shop at %s", async (path) => {
		const html = await read(path);
		expect(leftovers(html)).toEqual([]);
		expect(html).toContain("Röst &amp; Korn");
		expect(html).toContain(other.colors.dark.primary);
		expect(html).toContain('content="#fdfeff"');
	});

	it("has nothing of the demo shop on the page of a tool, and its price in its own currency", async () => {
		// Its id leads to its address, which is of its name.
		const { headers } = await fetch(`${origin}/tools/${tool}`, { redirect: "manual" });
		const html = await read(headers.get("Location") ?? "");
		expect(leftovers(html)).toEqual([]);
		// A no-break space stands before the sign.
		expect(html.replaceAll("\u00a0", " ")).toContain("12,50 €");
	});

	it("shows the legal pages that it published, and links to no other", async () => {
		const html = await read("/legal/terms");
		expect(html).toContain(`<link rel="canonical" href="${origin}/legal/terms">`);
		const seller = `${other.seller.name}, ${sellerAddressLines(other.seller).join(", ")}`;
		expect(html).toContain(`The seller is ${seller.replace("&", "&amp;")}`);
		expect(html).toContain(`href="mailto:${other.contact.email}"`);
		expect(html).toContain(`In ${other.currency}.`);
		expect(html).not.toContain("{{");
		// The styles are in the page: docs/performance.md.
		expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14 * 1024);
		for (const path of ["/", "/portfolio"]) {
			const page = await read(path);
			expect(page, path).toContain('href="/legal/terms"');
			expect(page, path).not.toContain("/legal/imprint");
		}
		for (const draft of ["privacy", "imprint"]) await read(`/legal/${draft}`, { status: 404 });
	});

	it("has nothing of the demo shop on its pages for customers and administrators", async () => {
		const screens: [path: string, person: Person][] = [
			["/manageTools", customer],
			[`/purchase/${tool}`, customer],
			[`/payment/${line}`, customer],
			["/dashboard/myprofile", customer],
			["/dashboard/myorders", customer],
			["/dashboard/addreview", customer],
			[`/update/${tool}`, admin],
			["/dashboard/makeAdmin", admin],
			["/dashboard/addProducts", admin],
			["/dashboard/manageOrders", admin],
			["/dashboard/orders", admin],
			["/dashboard/shipping", admin],
			["/dashboard/customers", admin],
			["/dashboard/manageProducts", admin],
			["/dashboard/products", admin],
			[`/dashboard/products/${tool}`, admin],
			["/dashboard/overview", admin],
			["/dashboard/health", admin],
			["/dashboard/import", admin],
			["/dashboard/export", admin],
			["/dashboard/export/tools.csv", admin],
			["/dashboard/partners", admin],
			["/dashboard/partners.csv", admin],
			["/dashboard/history", admin],
		];
		for (const [path, { cookie }] of screens) {
			expect(leftovers(await read(path, { cookie })), path).toEqual([]);
		}
		expect(await read(`/purchase/${tool}`, { cookie: customer.cookie })).toContain(
			"Go to checkout",
		);
	});

	it("has nothing of the demo shop where a page is missing", async () => {
		for (const path of ["/nothing", "/tools/nothing"]) {
			expect(leftovers(await read(path, { status: 404 })), path).toEqual([]);
		}
	});

	it("has nothing of the demo shop in embeds", async () => {
		const oembed = (path: string) => `/oembed?url=${encodeURIComponent(origin + path)}`;
		for (const path of [
			`/embed/v1/tools/${tool}`,
			`/embed/v1/tools/${tool}.html`,
			`/embed/v1/tools/${tool}.json`,
			"/embed/v1/reviews/3",
			"/embed/v1/reviews/3.html",
			"/embed/v1/reviews/3.json",
			oembed(`/tools/${tool}`),
			oembed("/review"),
		]) {
			expect(leftovers(await read(path)), path).toEqual([]);
		}
		expect(await read(`/embed/v1/tools/${tool}`)).toContain("€");
		expect(leftovers(await read("/embed/v1/tools/nothing", { status: 404 }))).toEqual([]);
		expect(JSON.parse(await read(oembed("/review"))).provider_name).toBe(other.name);
		// The released script has the elements' names and colours of its own, but no shop's name.
		expect(await read("/w/1/widgets.js")).not.toContain("Cogsmith");
	});

	it("has nothing of the demo shop in what other programs read", async () => {
		for (const path of [
			"/robots.txt",
			"/llms.txt",
			"/sitemap.xml",
			"/sitemap/pages.xml",
			"/sitemap/tools-1.xml",
			"/feeds/tools.atom",
			"/feeds/reviews.atom",
		]) {
			expect(leftovers(await read(path)), path).toEqual([]);
		}
		expect(await read("/sitemap/pages.xml")).not.toContain("/jobs");
		const products = await read("/feeds/products.xml");
		expect(leftovers(products)).toEqual([]);
		expect(products).toContain("<g:price>12.50 EUR</g:price>");
		const shipping = (country: string, price: string) =>
			`<g:shipping><g:country>${country}</g:country><g:price>${price} EUR</g:price></g:shipping>`;
		expect(products).toContain(shipping("DE", "4.90") + shipping("AT", "9.50"));
	});

	it("has nothing of the demo shop in the API's description and replies", async () => {
		const description = await read("/api/openapi.json");
		expect(leftovers(description)).toEqual([]);
		expect(JSON.parse(description).info.title).toBe(other.name);
		expect(leftovers(await read("/api/service"))).toEqual([]);
		expect(leftovers(await read(`/api/order/${line}`, { token: customer.token }))).toEqual([]);
	});

	it("has nothing of the demo shop in its e-mails", async () => {
		const email = "gast@roestkorn.test";
		const password = "a long enough one";
		const guest = await openSession(origin, { name: "Gast", email, password });
		const headers = { "Content-Type": "application/json", Origin: origin, Cookie: guest.cookie };
		const request = (path: string, body: object) =>
			fetch(`${origin}/api/auth/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
		await request("request-password-reset", { email });
		await request("change-password", { currentPassword: password, newPassword: `${password}!` });
		const mails = await vi.waitFor(
			async () => {
				const sent = await listMails(origin, email);
				expect(sent).toHaveLength(3);
				return sent;
			},
			{ timeout: 30_000, interval: 200 },
		);
		for (const { messageId } of mails) {
			const mail = await findMail(origin, messageId);
			expect(leftovers(JSON.stringify(mail))).toEqual([]);
			expect(mail?.from).toContain(other.mail.from);
			expect(mail?.text).toContain(other.name);
		}
	});

	it("asks Stripe for its own currency, in its own name", async () => {
		await call("POST", "/create-payment-intent", customer, { orderId: line });
		const data = await listStripe("/v1/payment_intents");
		expect(data).toEqual([
			// Its first order.
			expect.objectContaining({ currency: "eur", description: `${other.name} order 1001` }),
		]);
	});

	describe("with the Payment Element", () => {
		testPayments(() => ({
			origin,
			stripeUrl,
			customer,
			tools: [tool, secondTool],
			placeOrder: (lines) => {
				const address = { line1: "Mühlgasse 4", postalCode: "04109", city: "Leipzig" };
				const delivery = { name: "Gast", phone: "+49 341 1", country: "DE", ...address };
				return call("POST", "/checkout", customer, { lines, ...delivery });
			},
		}));
	});

	describe("a merchant's month", () => {
		testMonth(() => ({
			origin,
			admin,
			customer,
			tool,
			buy,
			call,
			listBalance: () => listStripe("/v1/balance_transactions"),
		}));
	});

	it("has nothing of the demo shop in the files that browsers load", () => {
		const client = join(folder, "dist/client");
		const files = readdirSync(client, { recursive: true, encoding: "utf8" });
		// The demo shop's CV is one of its texts: content/files.
		expect(files).not.toContain("cv.pdf");
		const texts = files.filter((name) => /\.(js|css|svg|html|txt|xml|json)$/.test(name));
		expect(texts.length).toBeGreaterThan(20);
		for (const name of texts) {
			// `$1` is a template or a pattern there.
			const text = readFileSync(join(client, name), "utf8").replaceAll("$", "");
			const found = leftovers(text, name.endsWith(".svg") ? [] : demoColors);
			expect(found, name).toEqual([]);
		}
	});
});
