/** axe on a page. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * The violations of axe's rules, or of these rules alone. Frames are left out: the card's is transparent,
 * and axe assumes a white background for frames. Without frames, axe needs no second page to merge its
 * results.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
	await endTransitions(page);
	const axe = new AxeBuilder({ page }).exclude("iframe").setLegacyMode();
	// Details of passed rules take axe longer than the rules.
	axe.options({ resultTypes: ["violations"] });
	if (rules) axe.withRules(rules);
	const { violations } = await axe.analyze();
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
}

/** Turns transitions off: a colour that is still changing, as of a button after hydration, can't be checked. */
function endTransitions(page: Page): Promise<void> {
	return page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { transition: none !important }");
		document.adoptedStyleSheets = [sheet];
	});
}
