/** Fixtures of the journeys: the shop's URL, a page that fails on console errors, users. */
import {
	type Browser,
	type BrowserContext,
	test as base,
	expect,
	type Locator,
	type Page,
	type Response,
} from "@playwright/test";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { openSession } from "../../local/session.ts";
import { localKeys } from "../../local/settings.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { shopUrl } from "../setup/test-shop.ts";
import { makeImage } from "./images.ts";

export { shopUrl };

/** The URL of the Stripe stand-in of the journeys' shop. */
export const stripeUrl = (): string => process.env.STRIPE_URL ?? "http://localhost:12111";

/** Console messages a journey expects. */
const allowedByPage = new WeakMap<Page, RegExp[]>();

/** Allows console messages that match these patterns. */
export function allowConsole(page: Page, ...patterns: RegExp[]): void {
	allowedByPage.set(page, [...(allowedByPage.get(page) ?? []), ...patterns]);
}

/** The response that each page shows. */
const documents = new WeakMap<Page, Response>();

/** Returns the HTML of a page as it was sent, before any script changed it. */
export async function sentHtml(page: Page): Promise<string> {
	const response = documents.get(page);
	if (!response) throw new Error("The page has opened nothing.");
	return response.text();
}

interface ContextFixtures {
	/** Gives the test contexts that no other test uses: for tests that change more than their page, cookies and storage. */
	ownContext: boolean;
	/** The options of the test's contexts, as a key. */
	contextKey: string;
	/** A page in another browser, as of another person. */
	otherPage: Page;
}

/**
 * Contexts of this process by their options. A test continues in the context and the page of an earlier one, without
 * its cookies and storage, but with its HTTP cache: a new one would request and compile every script again.
 */
const contexts = new Map<string, BrowserContext>();

/** Opens a context for as long as `use` takes; without a key, one that is closed then. */
async function withContext(
	browser: Browser,
	key: string | undefined,
	use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
	if (!key) {
		const context = await browser.newContext();
		await use(context);
		return context.close();
	}
	const context = contexts.get(key) ?? (await browser.newContext());
	contexts.set(key, context);
	// A network of its own, since one can have few unpaid orders and e-mails.
	await context.setExtraHTTPHeaders({ "CF-Connecting-IP": newIpAddress() });
	const storage = await storagePage(context);
	await use(context);
	for (const page of context.pages())
		if (page !== storage && page !== idlePages.get(context)) await page.close();
	await context.clearCookies();
	await storage.evaluate(() => localStorage.clear());
}

const storagePages = new WeakMap<BrowserContext, Page>();

/**
 * A page of the shop that stays open, without script. Through it tests reach the local storage; and with it
 * Chromium keeps the process of the shop's pages, which would compile all scripts again.
 */
async function storagePage(context: BrowserContext): Promise<Page> {
	const open = storagePages.get(context);
	if (open) return open;
	const page = await context.newPage();
	storagePages.set(context, page);
	await page.goto(`${shopUrl()}/robots.txt`);
	return page;
}

/** The page of each context that the next test continues in: in a new one, each address takes twice the CPU time. */
const idlePages = new WeakMap<BrowserContext, Page>();

/** Events that tests listen to. */
const pageEvents = [
	"console",
	"pageerror",
	"dialog",
	"request",
	"requestfinished",
	"requestfailed",
	"response",
];

/**
 * Returns a function that keeps a page for the next test, without what this one has changed: one that it has closed,
 * or that has a script for all documents, is not kept.
 */
function watchChanges(page: Page): () => Promise<void> {
	const viewport = page.viewportSize();
	let canBeKept = true;
	const [addInitScript, close] = [page.addInitScript.bind(page), page.close.bind(page)];
	page.addInitScript = (...given) => {
		canBeKept = false;
		return addInitScript(...given);
	};
	page.close = (...given) => {
		canBeKept = false;
		return close(...given);
	};
	return async () => {
		if (!canBeKept) return;
		for (const event of pageEvents) page.removeAllListeners(event);
		Object.assign(page, { addInitScript, close });
		allowedByPage.delete(page);
		await page.unrouteAll({ behavior: "ignoreErrors" });
		await page.setExtraHTTPHeaders({});
		await page.emulateMedia({ media: null, colorScheme: null });
		if (viewport) await page.setViewportSize(viewport);
		await page.goto(`${shopUrl()}/robots.txt`);
		await page.evaluate(() => sessionStorage.clear());
		idlePages.set(page.context(), page);
	};
}

/** A test that fails when its page logs an error or a warning, or throws. Tests of HTTP alone open no page. */
export const test = base.extend<ContextFixtures>({
	ownContext: [false, { option: true }],
	baseURL: async ({ browserName: _ }, use) => use(shopUrl()),
	contextKey: async (
		{ viewport, hasTouch, javaScriptEnabled, timezoneId, deviceScaleFactor, contextOptions },
		use,
	) => {
		const options = [viewport, hasTouch, javaScriptEnabled, timezoneId, deviceScaleFactor];
		await use(JSON.stringify([...options, contextOptions]));
	},
	context: async ({ browser, ownContext, contextKey }, use) =>
		withContext(browser, ownContext ? undefined : contextKey, use),
	page: async ({ context, ownContext }, use) => {
		const page = (ownContext ? undefined : idlePages.get(context)) ?? (await context.newPage());
		idlePages.delete(context);
		const keep = watchChanges(page);
		const consoleMessages: string[] = [];
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type())) consoleMessages.push(message.text());
		});
		page.on("pageerror", (error) => consoleMessages.push(error.message));
		page.on("response", (response) => {
			if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
				documents.set(page, response);
		});
		await use(page);
		const allowedPatterns = allowedByPage.get(page) ?? [];
		const unexpected = consoleMessages.filter(
			(message) => !allowedPatterns.some((pattern) => pattern.test(message)),
		);
		expect(unexpected, "stray console output").toEqual([]);
		if (!ownContext) await keep();
	},
	otherPage: async ({ browser, ownContext, contextKey }, use) =>
		withContext(browser, ownContext ? undefined : `other ${contextKey}`, async (context) =>
			use(await context.newPage()),
		),
});

/** The demo shop's administrator and its customer. */
export const [admin, rider, manager, packer] = demoAccounts;

let personCount = 0;

/** A new user with an unused e-mail. */
export function newPerson() {
	personCount += 1;
	const unique = `${process.pid}-${Date.now().toString(36)}-${personCount}`;
	return {
		name: `Rider ${personCount}`,
		email: `rider-${unique}@example.test`,
		password: "a bell and a bottle",
	};
}

/** Who signs in. */
type Person = Pick<ReturnType<typeof newPerson>, "name" | "email" | "password">;

/** Creates an account with the form, up to its redirect. */
export async function signUp(page: Page, person: Person): Promise<void> {
	await page.getByLabel("Name").fill(person.name);
	await page.getByLabel("E-mail").fill(person.email);
	await page.getByLabel("Password").fill(person.password);
	await page.getByRole("button", { name: "Sign Up" }).click();
}

/** Signs in with the form. */
export async function signIn(
	page: Page,
	person: Pick<Person, "email" | "password">,
): Promise<void> {
	await page.getByLabel("E-mail").fill(person.email);
	await page.getByLabel("Password").fill(person.password);
	await page.getByRole("button", { name: "Login" }).click();
}

interface Session {
	cookies: Parameters<BrowserContext["addCookies"]>[0];
	token: string;
}

/** Signs in by API, or up if a name is given. */
async function newSession(account: {
	email: string;
	password: string;
	name?: string;
}): Promise<Session> {
	const { cookie, token } = await openSession(shopUrl(), account);
	const cookies = cookie.split("; ").map((pair) => {
		const [name = "", value = ""] = pair.split("=", 2);
		return { name, value, url: shopUrl(), httpOnly: true, sameSite: "Lax" as const };
	});
	return { cookies, token };
}

/** Stores a session in a page's browser as signing in does, and nothing else. */
async function storeSession(page: Page, { cookies, token }: Session): Promise<void> {
	const context = page.context();
	await context.clearCookies();
	await context.addCookies(cookies);
	const storage = await storagePage(context);
	await storage.evaluate((accessToken) => {
		localStorage.clear();
		localStorage.setItem("accessToken", accessToken);
	}, token);
}

/** Sessions of the demo accounts, one of each for all tests of this process. */
const sharedSessions = new Map<Person, Promise<Session>>();

/**
 * Opens a page as a demo account. All tests share its session: a test that ends its session signs in
 * with the form.
 */
export async function openAs(page: Page, account: Person, path: string): Promise<void> {
	const { email, password } = account;
	const session = sharedSessions.get(account) ?? newSession({ email, password });
	sharedSessions.set(account, session);
	await storeSession(page, await session);
	await page.goto(path);
}

/** Opens a page as a demo account with a session of its own, for a test that ends it. */
export async function openWithOwnSession(page: Page, account: Person, path: string): Promise<void> {
	const { email, password } = account;
	await storeSession(page, await newSession({ email, password }));
	await page.goto(path);
}

/** Opens a page as a new customer with a session of their own, as after signing up. */
export async function openAsNewCustomer(page: Page, path: string): Promise<Person> {
	const person = newPerson();
	await storeSession(page, await newSession(person));
	await page.goto(path);
	return person;
}

/** The access token that this page's browser stores. */
export function storedToken(page: Page): Promise<string | null> {
	return page.evaluate(() => localStorage.getItem("accessToken"));
}

/** Orders a tool on its purchase page. */
export async function orderTool(page: Page): Promise<void> {
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order with obligation to pay" }).click();
}

/** Signs up a new customer who orders a tool; returns the path of the payment page. */
export async function newCustomer(page: Page, tool = "torque-wrench"): Promise<string> {
	await openAsNewCustomer(page, "/robots.txt");
	return placeLine(page, tool);
}

/** Orders a tool with the customer's own call; returns the path of the payment page. */
export async function placeLine(page: Page, tool: string): Promise<string> {
	const placed = await page.request.post("/api/order", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: { productCode: tool, quantity: 1, phone: "+1 555 0123", address: "5 Spoke Street" },
	});
	expect(placed.status()).toBe(201);
	return `/payment/${(await placed.json()).insertedId}`;
}

/**
 * Pays what a payment page is for with the customer's own calls, for tests of what comes after; returns the
 * transaction's id. For an order it takes one of its lines too.
 */
export async function payByApi(
	page: Page,
	payment: string,
	{ line = "", paymentMethod = "pm_card_visa" } = {},
): Promise<string> {
	const lineId = payment.split("/").at(-1) ?? "";
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const begun = await page.request.post("/api/create-payment-intent", {
		headers,
		data: { orderId: lineId },
	});
	const { clientSecret } = await begun.json();
	const transactionId = clientSecret.replace(/_secret_.*$/, "");
	const confirmed = await page.request.post(
		`${stripeUrl()}/v1/payment_intents/${transactionId}/confirm`,
		{
			form: {
				key: localKeys().STRIPE_PUBLISHABLE_KEY,
				client_secret: clientSecret,
				payment_method: paymentMethod,
			},
		},
	);
	expect(confirmed.status()).toBe(200);
	const data = { transactionId };
	const told = await page.request.patch(`/api/order/${line || lineId}`, { headers, data });
	expect(told.status()).toBe(200);
	return transactionId;
}

const mailUrl = (): string => process.env.MAIL_URL ?? "http://localhost:12113";

/** Subjects of e-mails. */
export const mailSubjects = {
	reset: "Reset your Cogsmith password",
	verify: "Verify your e-mail",
	receipt: "Your receipt from Cogsmith",
};

/** Opens the newest e-mail with that subject on the local e-mail page. */
export async function findMail(page: Page, to: string, subject: string): Promise<void> {
	await expect(async () => {
		await page.goto(`${mailUrl()}/?to=${encodeURIComponent(to)}`);
		await page.getByRole("link", { name: subject }).first().click({ timeout: 1_000 });
	}).toPass();
}

/** Opens the newest e-mail with that subject on the local e-mail page, and follows its link with a token. */
export async function followMail(page: Page, to: string, subject: string): Promise<void> {
	await findMail(page, to, subject);
	await page.getByRole("link", { name: /token=/ }).click();
}

/** Opens a page as a new customer who has verified their address with the link in the e-mail. */
export async function openAsVerifiedCustomer(page: Page): Promise<Person> {
	const person = await openAsNewCustomer(page, "/dashboard/myprofile");
	await followMail(page, person.email, mailSubjects.verify);
	await expect(page.getByText("Thank you. Your e-mail is verified.")).toBeVisible();
	return person;
}

/** Presses Enter on a button once it is enabled, which Playwright's `press` does not wait for. */
export async function pressEnter(button: Locator): Promise<void> {
	await expect(button).toBeEnabled();
	await button.press("Enter");
}

/** The toast with this text. */
export function toast(page: Page, text: string) {
	return page.getByRole("listitem").filter({ hasText: text });
}

/** An element's box in pixels of the viewport. */
const boxOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect());

/** Checks that a notice covers none of these elements. */
export async function expectUncovered(notice: Locator, elements: Locator[]): Promise<void> {
	for (const element of elements) {
		await expect(element).toBeInViewport();
		const [over, under] = [await boxOf(notice), await boxOf(element)];
		const apart =
			over.right <= under.left ||
			over.left >= under.right ||
			over.bottom <= under.top ||
			over.top >= under.bottom;
		expect(apart, String(element)).toBe(true);
	}
}

/**
 * Returns what can't be pressed at all of the links, buttons and fields of a page, since a toast is over it: also after
 * it was scrolled to, as by the keyboard or a finger.
 */
export function coveredByToasts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const pressable = "a[href], button, input, select, textarea, summary";
		const isCovered = (element: HTMLElement) => {
			element.scrollIntoView({ block: "nearest", behavior: "instant" });
			const { x, y, width, height } = element.getBoundingClientRect();
			const top = document.elementFromPoint(x + width / 2, y + height / 2);
			return top?.closest("[data-sonner-toaster]") !== null && top !== null;
		};
		return [...document.querySelectorAll<HTMLElement>(pressable)]
			.filter((one) => one.checkVisibility() && !one.closest("[data-sonner-toaster]"))
			.filter(isCovered)
			.map(({ outerHTML }) => outerHTML.slice(0, 200));
	});
}

/** Fills the form of a new tool, with an image, without submitting it. */
export async function fillTool(page: Page, name: string): Promise<void> {
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Description").fill("Measures what has to be measured.");
	await page.getByLabel("Minimum Order Quantity").fill("1");
	await page.getByLabel("Available Quantity").fill("5");
	await page.getByLabel("Price ($)").fill("12.50");
	await page.locator('input[type="file"]').setInputFiles(await makeImage("#e2571b"));
	await expect(page.getByRole("button", { name: "Add product" })).toBeEnabled();
}

/** Adds and removes tools with the administrator's own calls, as whom the page is opened. */
export async function toolsByApi(page: Page) {
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const [{ image }] = await (await page.request.get("/api/service?limit=1")).json();
	const description = "Measures what has to be measured.";
	return {
		async add(name: string, numbers: object = {}): Promise<string> {
			const sold = { minOrderQuantity: 1, quantity: 5, price: 12.5, ...numbers };
			const data = { name, description, image, ...sold };
			const added = await page.request.post("/api/service", { headers, data });
			expect(added.status()).toBe(201);
			return (await added.json()).insertedId;
		},
		async remove(id: string): Promise<void> {
			const removed = await page.request.delete(`/api/service?id=${id}`, { headers });
			expect(removed.status()).toBe(200);
		},
	};
}

/** Types a card into Stripe's frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
	const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
	await card.getByLabel("Credit or debit card number").fill(number);
	await card.getByLabel("Credit or debit card expiration date").fill("12 / 34");
	await card.getByLabel("Credit or debit card CVC/CVV").fill("123");
}
