/** The payment page with the Payment Element, in a browser: tests/tooling/other-shop.test.ts has the shop. */
import {
	type Browser,
	type BrowserContext,
	type ConsoleMessage,
	chromium,
	expect as expectPage,
	type Page,
} from "@playwright/test";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Person } from "../../local/session.ts";
import playwrightConfig from "../../playwright.config.ts";
import * as messages from "../../src/messages/messages.ts";
import other from "../fixtures/other-shop.config.ts";
import { axeViolations } from "../journeys/axe.ts";
import { layoutShifts } from "../journeys/measure.ts";
import { findHeadlessBrowser } from "../setup/find-browser.ts";

interface OpenShop {
	origin: string;
	stripeUrl: string;
	customer: Person;
	/** Two tools that cost 12.50. */
	tools: [string, string];
	placeOrder: (lines: object[]) => Promise<{ insertedId: string }>;
}

/** Tests of a shop that is open once the tests run. */
export function testPayments(shop: () => OpenShop): void {
	let browser: Browser;
	let context: BrowserContext | undefined;
	beforeAll(async () => {
		const args = playwrightConfig.use?.launchOptions?.args ?? [];
		browser = await chromium.launch({ executablePath: await findHeadlessBrowser(), args });
		await control("/_payment_methods", { types: ["card", "link", "amazon_pay", "sepa_debit"] });
	});
	afterAll(() => browser?.close());

	/** A control request to the stand-in for Stripe. */
	async function control(path: string, input: object): Promise<void> {
		const body = JSON.stringify(input);
		const response = await fetch(shop().stripeUrl + path, { method: "POST", body });
		expect(response.status, path).toBe(200);
	}

	/** Orders two pieces of each tool and returns the path of the payment page. */
	async function placeOrder(tools = shop().tools.slice(0, 1)): Promise<string> {
		const lines = tools.map((toolId) => ({ toolId, quantity: 2, price: 12.5 }));
		return `/payment/${(await shop().placeOrder(lines)).insertedId}`;
	}

	/** A page of the customer that fails the test on stray console output. */
	async function openPage(colorScheme: "light" | "dark" = "light", width = 390): Promise<Page> {
		const { origin, customer } = shop();
		const cookies = customer.cookie.split("; ").map((pair) => {
			const [name = "", value = ""] = pair.split("=", 2);
			return { name, value, url: origin };
		});
		// One context for all tests: with a new one each would compile all scripts again.
		context ??= await browser.newContext({ baseURL: origin });
		const localStorage = [{ name: "accessToken", value: customer.token }];
		await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
		await context.addCookies(cookies);
		const page = await context.newPage();
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 1400 });
		const logged: string[] = [];
		const addStray = (message: ConsoleMessage) => {
			const isStray = ["error", "warning"].includes(message.type());
			// The browser logs each 4xx, such as that of a declined card.
			if (isStray && !message.text().includes("the server responded with"))
				logged.push(message.text());
		};
		context.on("console", addStray);
		onTestFinished(async () => {
			for (const open of context?.pages() ?? []) await open.close();
			context?.off("console", addStray);
			expect(logged, "stray console output").toEqual([]);
		});
		return page;
	}

	const frameOf = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
	const payButton = (page: Page) => page.getByRole("button", { name: /^Pay/ });
	const choose = (page: Page, method: string) =>
		frameOf(page).getByRole("radio", { name: method, exact: true }).check();

	async function payByCard(page: Page, number: string): Promise<void> {
		const frame = frameOf(page);
		await frame.getByLabel("Card number").fill(number);
		await frame.getByLabel("Expiration date").fill("12 / 34");
		await frame.getByLabel("Security code").fill("123");
		await frame.getByLabel("ZIP code").fill("04109");
		await payButton(page).click();
	}

	const transactionOf = (page: Page) => page.getByText(/^pi_/);

	it("shows the shop's colours and accepts a card with 3-D Secure after one that was declined", async () => {
		const page = await openPage("dark", 1440);
		const response = await page.goto(await placeOrder());
		expect(response?.headers()["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
		await expectPage(payButton(page)).toBeEnabled();
		// Two coffees and shipping.
		await expectPage(payButton(page)).toHaveText(/^Pay 29,90\s€$/);
		expect(await layoutShifts(page)).toEqual([]);
		expect(await axeViolations(page)).toEqual([]);
		const { dark } = other.colors;
		const field = frameOf(page).getByLabel("Card number");
		const colorOf = (property: string) =>
			field.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
		const rgb = (hex: string) =>
			`rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
		expect(await colorOf("background-color")).toBe(rgb(dark["base-100"]));
		expect(await colorOf("color")).toBe(rgb(dark["base-content"]));

		await payButton(page).click();
		await expectPage(frameOf(page).getByRole("alert")).toHaveText(/incomplete/);
		await expectPage(page.getByRole("alert").filter({ hasText: "incomplete" })).toHaveCount(0);
		await payByCard(page, "4000 0000 0000 0002");
		await expectPage(page.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
		await payByCard(page, "4000 0025 0000 3155");
		const challenge = page.frameLocator('iframe[title="Secure 3-D Secure frame"]');
		await challenge.getByRole("button", { name: "Complete" }).click();
		await expectPage(transactionOf(page)).toBeVisible();
		await expectPage(page.getByText(messages.paid).first()).toBeVisible();
	});

	it("comes back from another page, which failed or succeeded, and charges once in two tabs with two methods", async () => {
		const path = await placeOrder();
		const page = await openPage();
		const tab = await page.context().newPage();
		await Promise.all([page.goto(path), tab.goto(path)]);
		await choose(tab, "Amazon Pay");
		await payButton(tab).click();
		await tab.getByRole("button", { name: "Fail test payment" }).click();
		await expectPage(tab.getByRole("alert").filter({ hasText: "authentication" })).toBeVisible();
		expect(tab.url()).toBe(shop().origin + path);
		await choose(tab, "Amazon Pay");
		await payButton(tab).click();
		await expectPage(tab.getByText("A payment of")).toBeVisible();
		await choose(page, "Google Pay");
		await payButton(page).click();
		const transaction = await transactionOf(page).textContent();
		await tab.getByRole("button", { name: "Authorize test payment" }).click();
		await expectPage(transactionOf(tab)).toHaveText(transaction ?? "");
		await expectPage(tab).toHaveURL(shop().origin + path);
	});

	it("says that a bank debit is processed, until the webhook pays the order", async () => {
		const path = await placeOrder();
		const page = await openPage();
		await page.goto(path);
		await choose(page, "SEPA Direct Debit");
		const confirmed = page.waitForResponse((response) => response.url().endsWith("/confirm"));
		await payButton(page).click();
		const { id } = (await (await confirmed).json()) as { id: string };
		const notice = page.getByRole("status").filter({ hasText: messages.paymentProcessing });
		await expectPage(notice).toBeVisible();
		await page.reload();
		await expectPage(notice).toBeVisible();
		await expectPage(payButton(page)).toHaveCount(0);
		await page.getByRole("link", { name: messages.seeOrder }).click();
		await expectPage(page.getByRole("heading", { name: messages.paymentProcessing })).toBeVisible();
		await page.goBack();
		await control("/_processing", { payment_intent: id, status: "succeeded" });
		await expectPage(async () => {
			await page.reload();
			await expectPage(transactionOf(page)).toHaveText(id, { timeout: 2_000 });
		}).toPass();
	});

	it("asks to reload when one of the orders was deleted meanwhile, and pays for the other", async () => {
		const path = await placeOrder(shop().tools);
		const page = await openPage();
		await page.goto(path);
		// Shipping is free from 49.00.
		await expectPage(payButton(page)).toHaveText(/^Pay 50,00\s€$/);
		await expectPage(payButton(page)).toBeEnabled();
		const { origin, customer } = shop();
		const headers = { Authorization: `Bearer ${customer.token}` };
		const listed = await fetch(`${origin}/api/order?email=${customer.email}`, { headers });
		const lines = (await listed.json()) as { _id: string; orderId: string }[];
		const line = lines.find(({ orderId }) => path.endsWith(orderId));
		const query = `?id=${line?._id}`;
		expect((await fetch(`${origin}/api/order${query}`, { method: "DELETE", headers })).ok).toBe(
			true,
		);
		await payByCard(page, "4242 4242 4242 4242");
		await expectPage(page.getByRole("alert").filter({ hasText: "has changed" })).toBeVisible();
		await page.getByRole("button", { name: messages.reload }).click();
		await expectPage(payButton(page)).toHaveText(/^Pay 29,90\s€$/);
		await payByCard(page, "4242 4242 4242 4242");
		await expectPage(transactionOf(page)).toBeVisible();
	});
}
