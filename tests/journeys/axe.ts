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

/**
 * The violations of axe's rules, or of these rules alone. Frames are left out: the card's is transparent,
 * and axe assumes a white background for frames.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
	await endTransitions(page);
	// `@axe-core/playwright` would add half a megabyte of script twice for each check, and to each frame.
	if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
	// Details of passed rules take axe longer than the rules.
	const options: RunOptions = { resultTypes: ["violations"], iframes: false };
	if (rules) options.runOnly = { type: "rule", values: rules };
	const violations = await page.evaluate(async (runOptions) => {
		const results = await axe.run({ exclude: ["iframe"] }, runOptions);
		return results.violations.map(({ id, nodes }) => ({
			id,
			html: nodes.map((node) => node.html),
		}));
	}, options);
	return violations.map(({ id, html }) => `${id}: ${html}`);
}

/** Turns transitions off: a colour that is still changing, as of a button after hydration, can't be checked. */
function endTransitions(page: Page): Promise<void> {
	return page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { transition: none !important }");
		document.adoptedStyleSheets = [sheet];
	});
}
