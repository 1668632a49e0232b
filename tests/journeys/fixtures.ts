/** Fixtures of the journeys: the shop's URL, a page that fails on console errors, users. */
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { openSession } from "../../local/session.ts";
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

/** A test that fails when its page logs an error or a warning, or throws. Tests of HTTP alone open no page. */
export const test = base.extend({
	baseURL: async ({ browserName: _ }, use) => use(shopUrl()),
	page: async ({ page }, use) => {
		const consoleMessages: string[] = [];
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type())) consoleMessages.push(message.text());
		});
		page.on("pageerror", (error) => consoleMessages.push(error.message));
		await use(page);
		const allowedPatterns = allowedByPage.get(page) ?? [];
		const unexpected = consoleMessages.filter(
			(message) => !allowedPatterns.some((pattern) => pattern.test(message)),
		);
		expect(unexpected, "stray console output").toEqual([]);
	},
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
	await page.getByLabel("Email").fill(person.email);
	await page.getByLabel("Password").fill(person.password);
	await page.getByRole("button", { name: "Sign Up" }).click();
}

/** Signs in with the form. */
export async function signIn(
	page: Page,
	person: Pick<Person, "email" | "password">,
): Promise<void> {
	await page.getByLabel("Email").fill(person.email);
	await page.getByLabel("Password").fill(person.password);
	await page.getByRole("button", { name: "Login" }).click();
}

type StoredSession = Exclude<Parameters<BrowserContext["setStorageState"]>[0], string>;

/** Signs in by API, or up if a name is given; returns what a browser stores then. */
async function storedSession(account: {
	email: string;
	password: string;
	name?: string;
}): Promise<StoredSession> {
	const { cookie, token } = await openSession(shopUrl(), account);
	const cookies = cookie.split("; ").map((pair) => {
		const [name = "", value = ""] = pair.split("=", 2);
		const { hostname: domain } = new URL(shopUrl());
		const attributes = { path: "/", expires: -1, httpOnly: true, secure: false };
		return { name, value, domain, ...attributes, sameSite: "Lax" as const };
	});
	const localStorage = [{ name: "accessToken", value: token }];
	return { cookies, origins: [{ origin: shopUrl(), localStorage }] };
}

/** Sessions of the demo accounts, one of each for all tests of this process. */
const sharedSessions = new Map<Person, Promise<StoredSession>>();

/**
 * Opens a page as a demo account. All tests share its session: a test that ends its session signs in
 * with the form.
 */
export async function openAs(page: Page, account: Person, path: string): Promise<void> {
	const { email, password } = account;
	const session = sharedSessions.get(account) ?? storedSession({ email, password });
	sharedSessions.set(account, session);
	await page.context().setStorageState(await session);
	await page.goto(path);
}

/** Opens a page as a new customer with a session of their own, as after signing up. */
export async function openAsNewCustomer(page: Page, path: string): Promise<Person> {
	const person = newPerson();
	await page.context().setStorageState(await storedSession(person));
	await page.goto(path);
	return person;
}

/** The access token that this page's browser stores. */
export function storedToken(page: Page): Promise<string | null> {
	return page.evaluate(() => localStorage.getItem("accessToken"));
}

/** Orders a tool on its purchase page. */
export async function order(page: Page): Promise<void> {
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order", exact: true }).click();
}

/** Signs up a new customer who orders a tool; returns the path of the payment page. */
export async function newCustomer(page: Page, tool = "torque-wrench"): Promise<string> {
	await openAsNewCustomer(page, "/manageTools");
	const placed = await page.request.post("/api/order", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: { productCode: tool, quantity: 1, phone: "+1 555 0123", address: "5 Spoke Street" },
	});
	expect(placed.status()).toBe(201);
	return `/payment/${(await placed.json()).insertedId}`;
}

const mailUrl = (): string => process.env.MAIL_URL ?? "http://localhost:12113";

/** Subjects of mails. */
export const mailSubjects = {
	reset: "Reset your Cogsmith password",
	verify: "Verify your e-mail",
	receipt: "Your receipt from Cogsmith",
};

/** Opens the newest mail with that subject on the local mail page. */
export async function findMail(page: Page, to: string, subject: string): Promise<void> {
	await expect(async () => {
		await page.goto(`${mailUrl()}/?to=${encodeURIComponent(to)}`);
		await page.getByRole("link", { name: subject }).first().click({ timeout: 1_000 });
	}).toPass();
}

/** Opens the newest mail with that subject on the local mail page, and follows its link with a token. */
export async function followMail(page: Page, to: string, subject: string): Promise<void> {
	await findMail(page, to, subject);
	await page.getByRole("link", { name: /token=/ }).click();
}

/** Opens a page as a new customer who has verified their e-mail with the link in the mail. */
export async function openAsVerifiedCustomer(page: Page): Promise<Person> {
	const person = await openAsNewCustomer(page, "/dashboard/myprofile");
	await followMail(page, person.email, mailSubjects.verify);
	await expect(page.getByText("Thank you. Your e-mail is verified.")).toBeVisible();
	return person;
}

/** The toast with this text. */
export function toast(page: Page, text: string) {
	return page.getByRole("listitem").filter({ hasText: text });
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

/** Types a card into Stripe's frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
	const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
	await card.getByLabel("Credit or debit card number").fill(number);
	await card.getByLabel("Credit or debit card expiration date").fill("12 / 34");
	await card.getByLabel("Credit or debit card CVC/CVV").fill("123");
}
