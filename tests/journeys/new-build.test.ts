/** A tab stays open during a deploy: the files of its build are gone, and it is reloaded once. */
import { expect, type Page } from "@playwright/test";
import * as messages from "../../src/messages/messages.ts";
import { admin, allowConsole, openAs, test } from "./fixtures.ts";
import { makeImage } from "./images.ts";

const path = "/dashboard/addProducts";

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page): () => number {
	let loads = 0;
	page.on("request", (request) => {
		if (request.isNavigationRequest()) loads += 1;
	});
	return () => loads;
}

test("a form keeps what was typed when its chunk is gone, and reloads once even if it stays gone", async ({
	page,
}) => {
	allowConsole(page, /404/);
	await page.route(/\/_astro\/image-upload/, (route) => route.fulfill({ status: 404 }));
	const name = page.getByLabel("Name");
	// Typed before the form's script has arrived.
	await page.route(/\/_astro\/NewToolForm/, async (route) => {
		await name.fill("Half a wrench");
		await page.unroute(/\/_astro\/NewToolForm/);
		await route.continue();
	});
	await openAs(page, admin, path);
	const file = page.locator('input[type="file"]');
	await expect(file).toBeEnabled();
	const loads = countLoads(page);

	await file.setInputFiles(await makeImage("#1d6540"));
	await expect(page.getByText(messages.draftRestored)).toBeVisible();
	await expect(name).toHaveValue("Half a wrench");
	expect(loads()).toBe(1);

	await file.setInputFiles(await makeImage("#1d6540"));
	await expect(page.getByText(messages.internalError)).toBeVisible();
	await expect(name).toHaveValue("Half a wrench");
	expect(loads()).toBe(1);
});

test("an island that can't start reloads its page once", async ({ page }) => {
	allowConsole(page, /404/, /Error hydrating/);
	await page.route(/\/_astro\/NewToolForm/, (route) => route.fulfill({ status: 404 }));
	const loads = countLoads(page);
	const failures: number[] = [];
	page.on("console", (message) => {
		if (message.text().includes("Error hydrating")) failures.push(loads());
	});
	await openAs(page, admin, path);
	await expect.poll(() => failures).toEqual([1, 2]);
	// It dispatched its event before it logged the error: a third load would have begun.
	await page.evaluate(() => fetch("/robots.txt"));
	expect(loads()).toBe(2);
});

test("offline, a page is not reloaded", async ({ page }) => {
	allowConsole(page, /ERR_FAILED/);
	await page.route(/\/_astro\/image-upload/, (route) => route.abort());
	await openAs(page, admin, path);
	await page.getByLabel("Name").fill("Half a wrench");
	const loads = countLoads(page);
	await page.locator('input[type="file"]').setInputFiles(await makeImage("#1d6540"));
	await expect(page.getByText(messages.internalError)).toBeVisible();
	expect(loads()).toBe(0);
});
