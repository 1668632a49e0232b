/** Fixtures of the journeys: the shop's URL, a page that fails on console errors, users. */
import { test as base, expect, type Page } from "@playwright/test";
import { shopUrl } from "../setup/test-shop.ts";
import { makePicture } from "./pictures.ts";

export { shopUrl };

/** The URL of the Stripe stand-in of the journeys' shop. */
export const stripeUrl = (): string => process.env.STRIPE_URL ?? "http://localhost:12111";

/** Console messages a journey expects. */
const allowedByPage = new WeakMap<Page, RegExp[]>();

/** Allows console messages that match these patterns. */
export function allowConsole(page: Page, ...patterns: RegExp[]): void {
	allowedByPage.set(page, [...(allowedByPage.get(page) ?? []), ...patterns]);
}

/** A test that fails when a page logs an error or a warning, or throws. */
export const test = base.extend<{ consoleGuard: undefined }>({
	baseURL: async ({ browserName: _ }, use) => use(shopUrl()),
	consoleGuard: [
		async ({ page }, use) => {
			const consoleMessages: string[] = [];
			page.on("console", (message) => {
				if (["error", "warning"].includes(message.type())) consoleMessages.push(message.text());
			});
			page.on("pageerror", (error) => consoleMessages.push(error.message));
			await use(undefined);
			const allowedPatterns = allowedByPage.get(page) ?? [];
			const unexpected = consoleMessages.filter(
				(message) => !allowedPatterns.some((pattern) => pattern.test(message)),
			);
			expect(unexpected, "stray console output").toEqual([]);
		},
		{ auto: true },
	],
});

/** The demo shop's administrator. */
export const admin = { email: "admin@cogsmith.test", password: "cogsmith-admin" };

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

type Person = ReturnType<typeof newPerson>;

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

/** Signs in an existing user, and waits until the page shows it. */
export async function signInAs(
	page: Page,
	person: Pick<Person, "email" | "password">,
): Promise<void> {
	await page.goto("/login");
	await signIn(page, person);
	await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
}

/** Signs up a new customer who orders a tool; returns the path of the payment page. */
export async function newCustomer(page: Page): Promise<string> {
	await page.goto("/signup?from=/purchase/torque-wrench");
	await signUp(page, newPerson());
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order", exact: true }).click();
	return (await page.getByRole("link", { name: "Pay now" }).getAttribute("href")) ?? "";
}

const mailUrl = (): string => process.env.MAIL_URL ?? "http://localhost:12113";

/** Subjects of the mails with a link. */
export const mailSubjects = {
	reset: "Reset your Cogsmith password",
	verify: "Verify your e-mail",
};

/** Opens the newest mail with that subject on the local mail page, and follows its link. */
export async function followMail(page: Page, to: string, subject: string): Promise<void> {
	await expect(async () => {
		await page.goto(`${mailUrl()}/?to=${encodeURIComponent(to)}`);
		await page.getByRole("link", { name: subject }).first().click({ timeout: 1_000 });
	}).toPass();
	await page.getByRole("link", { name: /token=/ }).click();
}

/** Signs up a new user on `page` and verifies their e-mail with the link in the mail. */
export async function signUpVerified(page: Page, person: Person): Promise<void> {
	await page.goto("/signup?from=/dashboard");
	await signUp(page, person);
	await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
	await followMail(page, person.email, mailSubjects.verify);
	await expect(page.getByText("Thank you. Your e-mail is verified.")).toBeVisible();
}

/** The toast with this text. */
export function toast(page: Page, text: string) {
	return page.getByRole("listitem").filter({ hasText: text });
}

/** Fills the form of a new tool, with a picture, without submitting it. */
export async function fillTool(page: Page, name: string): Promise<void> {
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Description").fill("Measures what has to be measured.");
	await page.getByLabel("Minimum Order Quantity").fill("1");
	await page.getByLabel("Available Quantity").fill("5");
	await page.getByLabel("Price ($)").fill("12.50");
	await page.locator('input[type="file"]').setInputFiles(await makePicture("#e2571b"));
	await expect(page.getByRole("button", { name: "Add product" })).toBeEnabled();
}

/** Types a card into Stripe's frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
	const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
	await card.getByLabel("Credit or debit card number").fill(number);
	await card.getByLabel("Credit or debit card expiration date").fill("12 / 34");
	await card.getByLabel("Credit or debit card CVC/CVV").fill("123");
}
