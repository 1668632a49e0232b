/** What every page must be for everyone: valid HTML, axe in both colour schemes, large targets, no horizontal scrolling. */
import { expect, type Page } from "@playwright/test";
import { htmlErrors } from "../helpers/html-errors.ts";
import { axeViolations, contrastViolations } from "./axe.ts";
import { expectComponents, hasComponents } from "./component-states.ts";
import { sentHtml } from "./fixtures.ts";

/** The first is that of most pages as they open, which are laid out again for each other one. */
const widths = [
	{ width: 390, height: 844 },
	{ width: 320, height: 640 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 800 },
];

/**
 * Checks the page that was just opened, in four widths, without reloading it. Where it has components that no other page has, axe looks at
 * it in both colour schemes, at a desktop's width, and at the HTML as it was sent. tests/crash asks for the HTML of all pages.
 */
export async function expectClean(page: Page): Promise<void> {
	const { pathname: path, search } = new URL(page.url());
	const state = [path + search, path].find(hasComponents);
	if (state) expect(await htmlErrors(await sentHtml(page)), path).toEqual([]);
	await layOutAll(page);
	// Hydration changes colours, such as a button's: check the page after it.
	// One that is loaded when it comes into sight may be below the window.
	await expect(page.locator("astro-island[ssr]:not([client=visible])")).toHaveCount(0);
	expect(await repeatedIds(page), path).toEqual([]);
	for (const size of widths) {
		await page.setViewportSize(size);
		await expectNoHorizontalScrolling(page, `${path} at ${size.width} px`);
		if (state && size.width === 1280) await expectStateClean(page, state);
		expect(await smallTargets(page), `${path} at ${size.width} px`).toEqual([]);
		if (size.width === 390) expect(await smallForFingers(page), `${path}, touched`).toEqual([]);
	}
}

/** Returns the ids that more than one element has by now: what islands add is in no response. */
const repeatedIds = (page: Page) =>
	page.evaluate(() => {
		const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
		return ids.filter((id, index) => ids.indexOf(id) !== index);
	});

/** Lays out what is below the screen too, which has no sizes of its own until it comes near. */
async function layOutAll(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const one of document.querySelectorAll<HTMLElement>("body *")) {
			if (getComputedStyle(one).contentVisibility === "auto")
				one.style.contentVisibility = "visible";
		}
	});
}

/** Targets smaller than 24 by 24 px (WCAG 2.2, 2.5.8), those inside a widget too. */
export function smallTargets(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const selector = "a[href], button, input, select, textarea, summary";
		const targetsIn = (root: Document | ShadowRoot): HTMLElement[] => [
			...root.querySelectorAll<HTMLElement>(selector),
			...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
				shadowRoot ? targetsIn(shadowRoot) : [],
			),
		];
		/** A label around an input enlarges its target, and so does what a link lays over its card. */
		const areaOf = (one: HTMLElement): Element => {
			const { content, position, inset } = getComputedStyle(one, "::after");
			const coversCard = content !== "none" && position === "absolute" && inset === "0px";
			return (coversCard && one.offsetParent) || (one.closest("label") ?? one);
		};
		return targetsIn(document)
			.filter((one) => one.checkVisibility())
			.filter((one) => {
				const { width, height } = areaOf(one).getBoundingClientRect();
				return width < 24 || height < 24;
			})
			.map(({ outerHTML }) => outerHTML.slice(0, 200));
	});
}

/**
 * Targets that a finger misses: what is hit 20 px above or below the middle of one is another, or nothing. A link in a line of
 * text is as high as that line (WCAG 2.2, 2.5.8), and elements of widgets are of any page.
 */
async function smallForFingers(page: Page): Promise<string[]> {
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
	const missed = await page.evaluate(() => {
		if (!matchMedia("(pointer: coarse)").matches) throw new Error("Nothing is touched.");
		const selector = "a[href], button, input, select, textarea, summary";
		const isTarget = (one: HTMLElement) =>
			one.checkVisibility({ visibilityProperty: true }) &&
			!one.matches(":disabled, [aria-disabled=true], .skip-link") &&
			!one.closest("cogsmith-tool-card, cogsmith-review-feed");
		/** Whether words that are no target stand in the same block. */
		const isInText = (one: HTMLElement) => {
			if (getComputedStyle(one).display !== "inline") return false;
			let block = one.parentElement;
			while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
			const texts = document.createTreeWalker(block ?? document.body, NodeFilter.SHOW_TEXT);
			while (texts.nextNode()) {
				const { parentElement, textContent } = texts.currentNode;
				const isOther = !parentElement?.closest(`${selector}, .sr-only, [hidden]`);
				if (isOther && /[\p{L}\d]/u.test(textContent ?? "")) return true;
			}
			return false;
		};
		const { scrollX, scrollY } = window;
		const small = [...document.querySelectorAll<HTMLElement>(selector)]
			.filter((one) => isTarget(one) && !isInText(one))
			.filter((one) => {
				const { content, inset } = getComputedStyle(one, "::after");
				const card = content !== "none" && inset === "0px" ? one.offsetParent : null;
				const area = card ?? one.closest("label") ?? one;
				area.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
				const box = area.getBoundingClientRect();
				if (box.width <= 1) return false;
				// Near its start: the last of several lines may be short.
				const x = Math.max(box.left + Math.min(box.width / 2, 16), 0);
				return [-20, 20].some((by) => {
					const hit = document.elementFromPoint(x, box.top + box.height / 2 + by);
					return !hit || !(area.contains(hit) || hit.closest(selector) === one);
				});
			})
			.map(({ outerHTML }) => outerHTML.slice(0, 200));
		scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
		return small;
	});
	await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
	await session.detach();
	return missed;
}

/** Ends what fades in, such as a dialog: half transparent, it has less contrast. */
const endTransitions = (page: Page) =>
	page.evaluate(() => {
		for (const animation of document.getAnimations())
			if (animation instanceof CSSTransition) animation.finish();
	});

/** All rules in light; in dark only colour contrast, which alone can differ. The scheme that the page has comes first. */
export async function expectStateClean(page: Page, state: string): Promise<void> {
	await expectComponents(page, state);
	const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
	for (const colorScheme of isDark ? (["dark", "light"] as const) : (["light", "dark"] as const)) {
		await page.emulateMedia({ colorScheme });
		await endTransitions(page);
		const violations = colorScheme === "light" ? axeViolations : contrastViolations;
		expect(await violations(page), `${state}, ${colorScheme}`).toEqual([]);
	}
}

export async function expectNoHorizontalScrolling(page: Page, path: string): Promise<void> {
	const { wide, view } = await page.evaluate(() => ({
		wide: document.documentElement.scrollWidth,
		view: document.documentElement.clientWidth,
	}));
	expect(wide, path).toBeLessThanOrEqual(view);
}
