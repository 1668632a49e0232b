/** axe on a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions, Spec } from "axe-core";

const axeSource = readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

/** What the script of axe adds to a page. */
declare const axe: {
	configure(spec: Spec): void;
	run(context: unknown, options: RunOptions): Promise<AxeResults>;
};

/** A rule that axe doesn't run by default. */
const otherRules = { "target-size": { enabled: true } };

/** Details of passed rules and selectors take axe longer than the rules; none of the rules reads the style sheets. */
const runOptions: RunOptions = {
	resultTypes: ["violations"],
	selectors: false,
	iframes: false,
	preload: false,
};

/** Marks the elements whose colours axe looks at. */
const mark = "data-check-colours";

/** The rules of how texts and the links among words are drawn, which take axe longer than all others, with what they look at. */
const rulesOfColours = [
	{ id: "color-contrast", selector: `[${mark}]` },
	{ id: "link-in-text-block", selector: `a[href][${mark}], [role=link][${mark}]` },
];

/** Hashes of the frames of pages in which axe has found nothing: most pages have the same. */
const checkedFrames = new Set<string>();

/** Styles whose colours this process has checked: pages share most of them. */
const checkedStyles = new Set<string>();

/**
 * The violations of axe's rules in a page, or in its modal dialog alone: what is behind one is inert. Its header, menu and
 * footer are looked at once for as long as they stay the same, and so is one text of each style. Frames of other
 * documents are left out: the card's is transparent, and axe assumes a white background for frames.
 */
export const axeViolations = (page: Page): Promise<string[]> => violations(page, true);

/** The violations of the rules of colours alone, in one text of each style that no page before had. */
export const contrastViolations = (page: Page): Promise<string[]> => violations(page, false);

/** Runs axe once: each run reads all of the page, whatever it looks at. */
async function violations(page: Page, allRules: boolean): Promise<string[]> {
	await addAxe(page);
	const { found, frames, styles } = await page.evaluate(
		async ([options, allRules, rules, mark, checkedFrames, checkedStyles]) => {
			const hash = async ({ outerHTML }: Element) => {
				// The menu says which page is open, and links where to return to.
				const text = outerHTML.replace(/ (uid|props|href|aria-current)="[^"]*"/g, "");
				const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
				return new Uint8Array(bytes).join();
			};
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
			for (const style of checkedStyles) byStyle.delete(style);
			const coloured = [...byStyle.values()];

			const frames: string[] = [];
			const known: Element[] = [];
			const outsideOfMain = "header:not(main *), footer:not(main *), .dashboard-side";
			if (allRules && shown === document.body) {
				for (const one of document.querySelectorAll(outsideOfMain)) {
					const key = await hash(one);
					frames.push(key);
					// A text in it may have a new style.
					const isChecked =
						checkedFrames.includes(key) && !coloured.some((text) => one.contains(text));
					if (isChecked) known.push(one);
				}
			}
			const result = (found: string[]) => ({ found, frames, styles: [...byStyle.keys()] });
			if (!allRules && coloured.length === 0) return result([]);
			/** An element, or all that its shadow root shows. */
			const shownBy = (element: Element): Element[] => [
				element,
				...[...(element.shadowRoot?.querySelectorAll("*") ?? [])].flatMap(shownBy),
			];
			const marked = coloured.flatMap(shownBy);
			for (const one of marked) one.setAttribute(mark, "");
			axe.configure({ rules });
			const include = allRules ? (shown === document.body ? document : shown) : coloured;
			const context = { include, exclude: ["iframe", ...known] };
			const { violations } = await axe.run(context, options);
			for (const one of marked) one.removeAttribute(mark);
			return result(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`));
		},
		[
			allRules
				? { ...runOptions, rules: otherRules }
				: { ...runOptions, runOnly: rulesOfColours.map(({ id }) => id) },
			allRules,
			rulesOfColours,
			mark,
			[...checkedFrames],
			[...checkedStyles],
		] as const,
	);
	if (found.length > 0) return found;
	for (const frame of frames) checkedFrames.add(frame);
	for (const style of styles) checkedStyles.add(style);
	return [];
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
