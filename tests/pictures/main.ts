/**
 * Takes pictures of every screen of the demo shop with its history, in three widths, light and dark, and compares them
 * with the contact sheets in docs/pictures. `--update` writes the sheets, and a name such as 1440-light takes that one
 * alone. Exits with 1 if a screen looks different. The shop is a new one, without what a bench has sold there.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { openBenchShop, stateFolder } from "../../bench/bench-shop.ts";
import { root } from "../../local/settings.ts";
import { cartKey } from "../../src/shop/carts/cart-lines.ts";
import { storedCart, storeStates } from "../journeys/stored-states.ts";
import { findHeadlessBrowser } from "../setup/find-browser.ts";
import { accountOf, type Look, looks, screens, type Viewer } from "./screens.ts";
import { changedCells, toCell, writeSheet } from "./sheet.ts";

/** The height of the window by its width, in pixels. */
const windowHeight = (width: number) => (width < 500 ? 844 : 1024);

/** The same as in `README.md`: Chromium as root needs --no-sandbox. */
const browserArguments = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

async function main(): Promise<void> {
	const update = process.argv.includes("--update");
	const asked = looks.filter(({ name }) => process.argv.includes(name));
	rmSync(stateFolder("demo"), { recursive: true, force: true });
	const shop = await openBenchShop("demo");
	const browser = await chromium.launch({
		executablePath: await findHeadlessBrowser(),
		args: browserArguments,
	});
	let changed = 0;
	try {
		for (const look of asked.length > 0 ? asked : looks) {
			const file = join(root, "docs", "pictures", `${look.name}.webp`);
			const cells = await picturesOf(browser, shop.url, look);
			const indexes = await changedCells(file, cells);
			changed += indexes.length;
			const names = indexes.map((index) => screens[index]?.path).join(" ");
			process.stdout.write(`${look.name}: ${indexes.length} of ${cells.length} changed ${names}\n`);
			if (update) await writeSheet(file, cells);
		}
	} finally {
		await browser.close();
		await shop.close();
	}
	if (changed > 0 && !update) process.exitCode = 1;
}

/** Returns the pictures of all screens with one look. */
async function picturesOf(browser: Browser, url: string, look: Look): Promise<Buffer[]> {
	const cells: Buffer[] = [];
	for (const viewer of ["visitor", "rider", "guest", "customer", "administrator"] as const) {
		const context = await openContext(browser, url, look, viewer);
		const page = await context.newPage();
		if (viewer === "rider") await storeStates(page);
		const order = await orderOf(page, viewer, look);
		for (const screen of screens.filter((one) => one.viewer === viewer))
			cells.push(await toCell(await takePicture(page, screen.path.replace(":order", order))));
		await context.close();
	}
	return cells;
}

async function openContext(
	browser: Browser,
	url: string,
	{ width, scheme }: Look,
	viewer: Viewer,
): Promise<BrowserContext> {
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width, height: windowHeight(width) },
		colorScheme: scheme,
		reducedMotion: "reduce",
	});
	const account =
		viewer === "customer" || viewer === "administrator" ? accountOf(viewer) : undefined;
	if (account) {
		const { email, password } = account;
		const answer = await context.request.post("/api/auth/sign-in/email", {
			headers: { Origin: url },
			data: { email, password },
		});
		if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()}`);
	}
	return context;
}

/** Returns the id of the order that a viewer's screens show: a guest fills the cart and places one. */
async function orderOf(page: Page, viewer: Viewer, { name }: Look): Promise<string> {
	if (viewer === "customer") {
		await page.goto("/dashboard/myorders");
		const address = await page.locator('main a[href^="/orders/"]').first().getAttribute("href");
		return address?.slice("/orders/".length) ?? "";
	}
	if (viewer !== "guest") return "";
	await page.goto("/cart");
	await page.evaluate(([key, lines]) => localStorage.setItem(key, lines), [
		cartKey,
		JSON.stringify(storedCart),
	] as const);
	const answer = await page.context().request.post("/api/checkout", {
		headers: { Origin: new URL(page.url()).origin },
		data: {
			lines: storedCart,
			name: "Robin Rider",
			email: `${name}@cogsmith.test`,
			phone: "+1 555 0142",
			line1: `${name} Canal Street`,
			city: "Portland",
			region: "OR",
			postalCode: "97209",
			country: "US",
		},
	});
	if (!answer.ok()) throw new Error(`The guest's order: ${answer.status()} ${await answer.text()}`);
	const { insertedId }: { insertedId: string } = await answer.json();
	return insertedId;
}

/** Takes the picture of a whole page once its images have loaded, those too that wait until they are near. */
async function takePicture(page: Page, path: string): Promise<Buffer> {
	await page.goto(path, { waitUntil: "networkidle" });
	await page.evaluate(async () => {
		for (const image of document.images) image.loading = "eager";
		for (const picture of document.querySelectorAll(".near")) picture.classList.remove("near");
		await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
	});
	return page.screenshot({ fullPage: true });
}

await main();
