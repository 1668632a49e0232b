/** Frames: on a phone, with and without a host page that resizes them, in colours, and with a missing tool. */
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { allowConsole, shopUrl } from "../journeys/fixtures.ts";
import { blogPage } from "./blog-server.ts";
import { test } from "./fixtures.ts";

/** A page that resizes each frame to the height it requests, as WordPress does. */
const listeningPageScript = `<script>addEventListener("message", ({ data, source }) => {
	for (const frame of document.querySelectorAll("iframe")) {
		if (frame.contentWindow === source && data.message === "height") frame.height = data.value;
	}
})</script>`;

async function oembedHtml(path: string): Promise<string> {
	const url = encodeURIComponent(shopUrl() + path);
	const answer = await fetch(`${shopUrl()}/oembed?url=${url}`);
	const { html } = (await answer.json()) as { html: string };
	return html.slice(html.indexOf("<iframe"));
}

/** How far the frame's root overflows, in pixels. */
const overflowOf = (frame: FrameLocator): Promise<[across: number, down: number]> =>
	frame
		.locator("[part~=root]")
		.evaluate((root) => [
			Math.max(
				root.scrollWidth - root.clientWidth,
				document.documentElement.scrollWidth - innerWidth,
			),
			Math.max(
				root.scrollHeight - root.clientHeight,
				document.documentElement.scrollHeight - innerHeight,
			),
		]);

async function widthOf(page: Page): Promise<number> {
	return (await page.locator("iframe").boundingBox())?.width ?? 0;
}

for (const width of [390, 320]) {
	for (const [path, link] of [
		["/tools/torque-wrench?seen-on=velo", /^Purchase Torque wrench/],
		["/review?seen-on=velo", "All reviews"],
	] as const) {
		test(`${path} fits a phone of ${width} px, with and without a page that resizes it`, async ({
			page,
			blog,
		}) => {
			await page.setViewportSize({ width, height: 1600 });
			const html = await oembedHtml(path);
			for (const head of ["", listeningPageScript]) {
				await page.goto(blog.page(blogPage(html, head)));
				const frame = page.frameLocator("iframe");
				await expect(frame.getByRole("link", { name: link })).toBeVisible();
				expect(await widthOf(page)).toBeLessThanOrEqual(width - 16);
				await expect.poll(() => overflowOf(frame)).toEqual([0, 0]);
				await expect(frame.locator("html")).toHaveClass(head ? "" : "low");
				await expect(frame.getByRole("link", { name: link })).toBeInViewport({ ratio: 1 });
			}
		});
	}
}

test("a missing tool shows a plain card with a partner link", async ({ page, blog }) => {
	allowConsole(page, /404/);
	for (const [path, link, href] of [
		["tools/nope", "Alle Werkzeuge", "/tools?seen-on=velo"],
		["reviews/9", "Alle Bewertungen", "/review?seen-on=velo"],
	] as const) {
		const src = `${shopUrl()}/embed/v1/${path}?partner=velo&lang=de&theme=dark`;
		const response = await fetch(src);
		expect(response.status).toBe(404);
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(response.headers.get("cache-control")).toBe("no-store");
		await page.goto(
			blog.page(
				blogPage(`<iframe title="card" width="100%" height="240" src="${src}"></iframe>`, ""),
			),
		);
		const frame = page.frameLocator("iframe");
		await expect(frame.getByRole("link", { name: link })).toHaveAttribute("href", shopUrl() + href);
		await expect(frame.locator("[part~=root]")).toHaveCSS("background-color", "rgb(27, 30, 33)");
		await expect(frame.getByText("Ausgelaufen")).toHaveCount(0);
	}
});

test("a frame takes valid colours and ignores invalid ones", async ({ page, blog }) => {
	const src = `${shopUrl()}/embed/v1/tools/torque-wrench?accent=ffd400&on-accent=000000&bg=102030&fg=red;}body{display:none`;
	await page.goto(
		blog.page(blogPage(`<iframe title="card" width="560" height="300" src="${src}"></iframe>`, "")),
	);
	const frame = page.frameLocator("iframe");
	const cta = frame.getByRole("link", { name: /^Purchase/ });
	await expect(cta).toHaveCSS("background-color", "rgb(255, 212, 0)");
	await expect(cta).toHaveCSS("color", "rgb(0, 0, 0)");
	await expect(frame.getByRole("article")).toHaveCSS("background-color", "rgb(16, 32, 48)");
	await expect(frame.getByRole("article")).toHaveCSS("color", "rgb(36, 39, 43)");
});

test("a frame follows the system's colour scheme, or its theme parameter", async ({
	page,
	blog,
}) => {
	const [light, dark] = ["rgb(247, 244, 237)", "rgb(27, 30, 33)"];
	const frames = ["", "?theme=auto", "?theme=light", "?theme=dark"].map(
		(query) =>
			`<iframe title="card" width="560" height="300" src="${shopUrl()}/embed/v1/tools/torque-wrench${query}"></iframe>`,
	);
	const address = blog.page(
		blogPage(frames.join(""), '<meta name="color-scheme" content="light dark">'),
	);
	for (const [colorScheme, auto] of [
		["light", light],
		["dark", dark],
	] as const) {
		await page.emulateMedia({ colorScheme });
		await page.goto(address);
		for (const [index, ground] of [auto, auto, light, dark].entries()) {
			const shown = page.locator("iframe").nth(index).contentFrame().getByRole("article");
			await expect(shown).toHaveCSS("background-color", ground);
		}
	}
});
