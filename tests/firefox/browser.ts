/**
 * Drives an installed Firefox over WebDriver BiDi (w3.org/TR/webdriver-bidi), because Playwright drives
 * only its own build of Firefox.
 */
import puppeteer, { type Browser, type ElementHandle, type Frame, type Page } from "puppeteer-core";
import { expect, vi } from "vitest";

/** The timeout of waits, in milliseconds. */
const waitOptions = { timeout: 15_000, interval: 50 };

/** The system's colour scheme is dark: it can't be emulated later. */
const darkPreference = { "layout.css.prefers-color-scheme.content-override": 0 };

/** Opens the Firefox that FIREFOX names, with a temporary profile. */
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

/** A new page, and the errors and warnings its console has logged. */
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

/** Elements by role and accessible name (any name without one), shadow roots included. */
export function queryAll(
	root: Page | Frame,
	role: string,
	name?: string,
): Promise<ElementHandle[]> {
	const nameSelector = name === undefined ? "" : `[name="${name}"]`;
	return root.$$(`html >>> ::-p-aria(${nameSelector}[role="${role}"])`);
}

/** Waits for `count` elements with that role and name. */
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

/** Waits for the only element with that role and name. */
export async function waitForOne(
	root: Page | Frame,
	role: string,
	name?: string,
): Promise<ElementHandle> {
	const [element] = await waitForAll(root, 1, role, name);
	if (!element) throw new Error(`there is no ${role} ${name}`);
	return element;
}

/** The field with that label, once it can be used. */
export const fieldByLabel = (page: Page, label: string) => page.locator(`::-p-aria(${label})`);

/** The URL of a link. */
export const linkTarget = (link: ElementHandle): Promise<string> =>
	link.evaluate((element) => (element instanceof HTMLAnchorElement ? element.href : ""));

/** The computed value of a CSS property. */
export const computedStyle = (element: ElementHandle, property: string): Promise<string> =>
	element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

/** Whether an element has the focus, in any shadow root. */
export const hasFocus = (element: ElementHandle): Promise<boolean> =>
	element.evaluate((node) => {
		const root = node.getRootNode();
		const inside = root instanceof ShadowRoot || root instanceof Document;
		return inside && root.activeElement === node;
	});

/** Waits until a page, or a shadow root in it, contains the text. */
export async function waitForText(root: Page | Frame, text: string): Promise<void> {
	await vi.waitFor(async () => {
		expect((await root.$$(`html >>> ::-p-text(${text})`)).length, text).toBeGreaterThan(0);
	}, waitOptions);
}
