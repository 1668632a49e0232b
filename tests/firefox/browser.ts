/**
 * Drives an installed Firefox over WebDriver BiDi (w3.org/TR/webdriver-bidi). Not by Playwright, which
 * drives only a Firefox of its own making.
 */
import puppeteer, { type Browser, type ElementHandle, type Frame, type Page } from "puppeteer-core";
import { expect, vi } from "vitest";

/** How long a page may take to come to what is waited for, in milliseconds. */
const waitOptions = { timeout: 15_000, interval: 50 };

/** The reader's system is dark: a page can't be told otherwise later, so that is what is tried. */
const darkPreference = { "layout.css.prefers-color-scheme.content-override": 0 };

/** Opens the Firefox that FIREFOX names. Its profile is new, and gone when it is closed. */
export function openFirefox(): Promise<Browser> {
	const executablePath = process.env.FIREFOX;
	if (!executablePath) throw new Error("FIREFOX names no browser");
	return puppeteer.launch({
		browser: "firefox",
		executablePath,
		headless: true,
		extraPrefsFirefox: darkPreference,
	});
}

/** A new page whose console is listened to, and what it has said of errors and warnings. */
export async function openWatchedPage(
	browser: Browser,
): Promise<{ page: Page; consoleMessages: string[] }> {
	const page = await browser.newPage();
	const consoleMessages: string[] = [];
	page.on("console", (message) => {
		if (["error", "warn"].includes(message.type())) consoleMessages.push(message.text());
	});
	page.on("pageerror", (error) => consoleMessages.push(String(error)));
	return { page, consoleMessages };
}

/** What has a role and an accessible name (any, where none is given) now, shadow roots included. */
export function queryAll(
	root: Page | Frame,
	role: string,
	name?: string,
): Promise<ElementHandle[]> {
	const nameSelector = name === undefined ? "" : `[name="${name}"]`;
	return root.$$(`html >>> ::-p-aria(${nameSelector}[role="${role}"])`);
}

/** Waits until `count` elements have that role and name. */
export async function waitForAll(
	root: Page | Frame,
	count: number,
	role: string,
	name?: string,
): Promise<ElementHandle[]> {
	return vi.waitFor(async () => {
		const elements = await queryAll(root, role, name);
		expect(elements.length, `${role} ${name ?? ""}`).toBe(count);
		return elements;
	}, waitOptions);
}

/** Waits for the one element of that role and name. */
export async function waitForOne(
	root: Page | Frame,
	role: string,
	name?: string,
): Promise<ElementHandle> {
	const [element] = await waitForAll(root, 1, role, name);
	if (!element) throw new Error(`there is no ${role} ${name}`);
	return element;
}

/** The field that is labelled so; ends when it can be used. */
export const fieldByLabel = (page: Page, label: string) => page.locator(`::-p-aria(${label})`);

/** Where a link leads. */
export const linkTarget = (link: ElementHandle): Promise<string> =>
	link.evaluate((element) => (element instanceof HTMLAnchorElement ? element.href : ""));

/** The value of a CSS property as it is shown. */
export const computedStyle = (element: ElementHandle, property: string): Promise<string> =>
	element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

/** Whether an element has the focus, in whatever shadow root it is. */
export const hasFocus = (element: ElementHandle): Promise<boolean> =>
	element.evaluate((node) => {
		const root = node.getRootNode();
		const inside = root instanceof ShadowRoot || root instanceof Document;
		return inside && root.activeElement === node;
	});

/** Waits until text is to be read in a page, or in a shadow root of it. */
export async function waitForText(root: Page | Frame, text: string): Promise<void> {
	await vi.waitFor(async () => {
		expect((await root.$$(`html >>> ::-p-text(${text})`)).length, text).toBeGreaterThan(0);
	}, waitOptions);
}
