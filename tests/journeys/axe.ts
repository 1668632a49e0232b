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

/** The rules of how texts and the links among words are drawn, which take axe longer than all others. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Hashes of the frames of pages in which axe has found nothing: most pages have the same. */
const checkedFrames = new Set<string>();

/**
 * The violations of axe's rules in a page, or in its modal dialog alone: what is behind one is inert. Its header, menu and
 * footer are looked at once for as long as they stay the same. Frames of other documents are left out: the card's is
 * transparent, and axe assumes a white background for frames.
 */
export async function axeViolations(page: Page): Promise<string[]> {
	await addAxe(page);
	const { found, frames } = await page.evaluate(
		async ([options, checked]) => {
			const hash = async ({ outerHTML }: Element) => {
				// The menu says which page is open, and links where to return to.
				const text = outerHTML.replace(/ (uid|props|href|aria-current)="[^"]*"/g, "");
				const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
				return new Uint8Array(bytes).join();
			};
			const dialog = document.querySelector("dialog:modal");
			const known: Element[] = [];
			const frames: string[] = [];
			const outsideOfMain = "header:not(main *), footer:not(main *), .dashboard-side";
			for (const one of dialog ? [] : document.querySelectorAll(outsideOfMain)) {
				const key = await hash(one);
				frames.push(key);
				if (checked.includes(key)) known.push(one);
			}
			const exclude = ["iframe", ...known];
			const { violations } = await axe.run({ include: dialog ?? document, exclude }, options);
			const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
			return { found, frames };
		},
		[
			{
				...runOptions,
				rules: Object.fromEntries(rulesOfColours.map((id) => [id, { enabled: false }])),
			} satisfies RunOptions,
			[...checkedFrames],
		] as const,
	);
	if (found.length === 0) for (const frame of frames) checkedFrames.add(frame);
	return [...found, ...(await contrastViolations(page))];
}

/** Styles whose contrast this process has checked: pages share most of them. */
const checkedStyles = new Set<string>();

/** The violations of the rules of colours, in one text of each style that no page before had. */
export async function contrastViolations(page: Page): Promise<string[]> {
	await addAxe(page);
	const { styles, found } = await page.evaluate(
		async ([options, checked]) => {
			const known = new Set(checked);
			const styles = new Map<Element | null, string>([[null, ""]]);
			/** Whether an element is a link in a block with more text than its own. */
			const isAmongWords = (element: Element) => {
				if (element.localName !== "a") return false;
				let block: Element | null = element;
				while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
				return block !== element && block?.textContent?.trim() !== element.textContent?.trim();
			};
			/** A name for what an element's contrast depends on: how it and all around it are drawn. */
			const styleOf = (element: Element | null): string => {
				const found = styles.get(element);
				if (found !== undefined || !element) return found ?? "";
				const computed = getComputedStyle(element);
				const { position, color, backgroundColor, backgroundImage, opacity } = computed;
				const { fontSize, fontWeight, textDecorationLine } = computed;
				// What is out of the flow may cover what is drawn otherwise, and a shadow root has styles of its own.
				const alone = /absolute|fixed/.test(position) || element.shadowRoot;
				const own = alone
					? [element.localName, element.className, element.shadowRoot?.innerHTML]
					: "";
				const font = [fontSize, fontWeight, isAmongWords(element) && textDecorationLine];
				const drawn = [color, backgroundColor, backgroundImage, opacity, font, own];
				const parent = styleOf(element.parentElement);
				// Most elements are drawn like their parent.
				const style = parent.endsWith(`/${drawn}`) ? parent : `${parent}/${drawn}`;
				styles.set(element, style);
				return style;
			};
			const hasText = (element: Element) =>
				element.checkVisibility({ visibilityProperty: true }) &&
				(element.matches("input, select, textarea") ||
					element.shadowRoot !== null ||
					isAmongWords(element) ||
					[...element.childNodes].some(
						(node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
					));
			const shown = document.querySelector("dialog:modal") ?? document.body;
			const texts = [...shown.querySelectorAll("*")].filter(hasText);
			const byStyle = new Map(texts.map((text) => [styleOf(text), text]));
			for (const style of known) byStyle.delete(style);
			if (byStyle.size === 0) return { styles: [], found: [] };
			const include = [...byStyle.values()];
			const { violations } = await axe.run({ include, exclude: ["iframe"] }, options);
			const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
			return { styles: [...byStyle.keys()], found };
		},
		[
			{
				...runOptions,
				runOnly: { type: "rule", values: rulesOfColours },
			} satisfies RunOptions,
			[...checkedStyles],
		] as const,
	);
	if (found.length === 0) for (const style of styles) checkedStyles.add(style);
	return found;
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
