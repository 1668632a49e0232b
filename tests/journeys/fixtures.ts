/** What every journey needs: the shop's address, a watched page, people. */
import { test as base, expect, type Page } from "@playwright/test";
import { shopUrl } from "../setup/test-shop.ts";
import { makePicture } from "./pictures.ts";

export { shopUrl };

/** Where the payment stand-in of the journeys' shop is. */
export const stripeUrl = (): string => process.env.STRIPE_URL ?? "http://localhost:12111";

/** Console lines a journey brings about on purpose. */
const allowedByPage = new WeakMap<Page, RegExp[]>();

/** Says that this journey makes the browser's console say something. */
export function allowConsole(page: Page, ...patterns: RegExp[]): void {
	allowedByPage.set(page, [...(allowedByPage.get(page) ?? []), ...patterns]);
}

/** A test whose pages may not log an error or a warning, nor throw. */
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

/** Somebody new, with an e-mail nobody has yet. */
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

/** Creates an account by the form, ending where the shop leads. */
export async function signUp(page: Page, person: Person): Promise<void> {
	await page.getByLabel("Name").fill(person.name);
	await page.getByLabel("Email").fill(person.email);
	await page.getByLabel("Password").fill(person.password);
	await page.getByRole("button", { name: "Sign Up" }).click();
}

/** Signs in by the form. */
export async function signIn(
	page: Page,
	person: Pick<Person, "email" | "password">,
): Promise<void> {
	await page.getByLabel("Email").fill(person.email);
	await page.getByLabel("Password").fill(person.password);
	await page.getByRole("button", { name: "Login" }).click();
}

/** Signs in somebody who has an account, and waits until the page knows. */
export async function signInAs(
	page: Page,
	person: Pick<Person, "email" | "password">,
): Promise<void> {
	await page.goto("/login");
	await signIn(page, person);
	await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
}

/** Signs up somebody new who orders something; gives the page that takes the payment. */
export async function newCustomer(page: Page): Promise<string> {
	await page.goto("/signup?from=/purchase/torque-wrench");
	await signUp(page, newPerson());
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order", exact: true }).click();
	return (await page.getByRole("link", { name: "Pay now" }).getAttribute("href")) ?? "";
}

const mailUrl = (): string => process.env.MAIL_URL ?? "http://localhost:12113";

/** Subjects of the mails that have a link to follow. */
export const mailSubjects = {
	reset: "Reset your Cogsmith password",
	verify: "Verify your e-mail",
};

/** Opens the newest mail of that subject to somebody, as it is shown beside the local shop, and follows its link. */
export async function followMail(page: Page, to: string, subject: string): Promise<void> {
	await expect(async () => {
		await page.goto(`${mailUrl()}/?to=${encodeURIComponent(to)}`);
		await page.getByRole("link", { name: subject }).first().click({ timeout: 1_000 });
	}).toPass();
	await page.getByRole("link", { name: /token=/ }).click();
}

/** Signs up somebody new on `page` and verifies their e-mail by the link in the mail. */
export async function signUpVerified(page: Page, person: Person): Promise<void> {
	await page.goto("/signup?from=/dashboard");
	await signUp(page, person);
	await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
	await followMail(page, person.email, mailSubjects.verify);
	await expect(page.getByText("Thank you. Your e-mail is verified.")).toBeVisible();
}

/** A toast, by its words. */
export function toast(page: Page, text: string) {
	return page.getByRole("listitem").filter({ hasText: text });
}

/** Fills the form of a new tool, picture and all, up to where it can be sent. */
export async function fillTool(page: Page, name: string): Promise<void> {
	await page.getByLabel("Name").fill(name);
	await page.getByLabel("Description").fill("Measures what has to be measured.");
	await page.getByLabel("Minimum Order Quantity").fill("1");
	await page.getByLabel("Available Quantity").fill("5");
	await page.getByLabel("Price ($)").fill("12.50");
	await page.locator('input[type="file"]').setInputFiles(await makePicture("#e2571b"));
	await expect(page.getByRole("button", { name: "Add product" })).toBeEnabled();
}

/** Types a card into the provider's own frame. */
export async function fillCard(page: Page, number: string): Promise<void> {
	const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
	await card.getByLabel("Credit or debit card number").fill(number);
	await card.getByLabel("Credit or debit card expiration date").fill("12 / 34");
	await card.getByLabel("Credit or debit card CVC/CVV").fill("123");
}
