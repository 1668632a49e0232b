/** axe on a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const axeSource = readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

/** What the script of axe adds to a page. */
declare const axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> };

/** Details of passed rules take axe longer than the rules; none of the rules reads the style sheets. */
const runOptions: RunOptions = { resultTypes: ["violations"], iframes: false, preload: false };

/**
 * The violations of axe's rules. Frames are left out: the card's is transparent, and axe assumes a white
 * background for frames.
 */
export async function axeViolations(page: Page): Promise<string[]> {
	await addAxe(page);
	return page.evaluate(async (options) => {
		const { violations } = await axe.run({ exclude: ["iframe"] }, options);
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
	}, runOptions);
}

/** The violations of colour contrast, in one text of each style: contrast takes axe longer than all other rules. */
export async function contrastViolations(page: Page): Promise<string[]> {
	await addAxe(page);
	return page.evaluate(
		async (options) => {
			const numbers = new Map<string, number>();
			const styles = new Map<Element | null, number>([[null, 0]]);
			/** A number for what an element's contrast depends on: how it and all around it are drawn. */
			const styleOf = (element: Element | null): number => {
				const known = styles.get(element);
				if (known !== undefined || !element) return known ?? 0;
				const { position, color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
					getComputedStyle(element);
				// What is out of the flow may cover anything.
				const own = /absolute|fixed/.test(position) ? styles.size : "";
				const drawn = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, own];
				const key = `${styleOf(element.parentElement)} ${drawn}`;
				const number = numbers.get(key) ?? numbers.size + 1;
				numbers.set(key, number);
				styles.set(element, number);
				return number;
			};
			const hasText = (element: Element) =>
				element.matches("input, select, textarea") ||
				[...element.childNodes].some(
					(node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
				);
			const texts = [...document.body.querySelectorAll("*")].filter(hasText);
			const include = [...new Map(texts.map((text) => [styleOf(text), text])).values()];
			const { violations } = await axe.run({ include, exclude: ["iframe"] }, options);
			return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
		},
		{ ...runOptions, runOnly: { type: "rule", values: ["color-contrast"] } } satisfies RunOptions,
	);
}

async function addAxe(page: Page): Promise<void> {
	await endTransitions(page);
	// `@axe-core/playwright` would add half a megabyte of script twice for each check, and to each frame.
	if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
}

/** Turns transitions off: a colour that is still changing, as of a button after hydration, can't be checked. */
function endTransitions(page: Page): Promise<void> {
	return page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { transition: none !important }");
		document.adoptedStyleSheets = [sheet];
	});
}
