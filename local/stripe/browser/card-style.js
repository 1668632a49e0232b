/** The shop's `style` option, turned into rules of the card form. */

/** What a page may set. Stripe.js: Style object. */
const PROPERTIES = [
	"backgroundColor",
	"color",
	"fontFamily",
	"fontSize",
	"fontStyle",
	"fontVariant",
	"fontWeight",
	"letterSpacing",
	"lineHeight",
	"textAlign",
	"textDecoration",
	"textShadow",
	"textTransform",
];
const PSEUDO = [
	":hover",
	":focus",
	"::placeholder",
	"::selection",
	":-webkit-autofill",
	":disabled",
];
const VARIANTS = { base: "", empty: ".empty", complete: ".complete", invalid: ".invalid" };

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/**
 * Replaces the rules by those of a style option. Values that are no text or number, and
 * properties that are not Stripe's, are left out.
 * @param {Record<string, any>} style
 */
export function applyStyle(style) {
	sheet.replaceSync("");
	for (const [variant, suffix] of Object.entries(VARIANTS)) {
		const wanted = style[variant] ?? {};
		addRule(`.field${suffix}`, wanted);
		for (const pseudo of PSEUDO) {
			if (wanted[pseudo]) addRule(`.field${suffix}${pseudo}`, wanted[pseudo]);
		}
	}
	const icon = style.base?.iconColor ?? style.base?.color;
	if (icon) addRule("#icon", { color: icon });
}

/**
 * @param {string} selector
 * @param {Record<string, unknown>} wanted
 */
function addRule(selector, wanted) {
	const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
	if (!(rule instanceof CSSStyleRule)) return;
	for (const name of PROPERTIES) {
		const value = wanted[name];
		if (typeof value !== "string" && typeof value !== "number") continue;
		// Set as values, never written into a rule's text, so that no option can say more than it may.
		rule.style.setProperty(
			name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
			String(value),
		);
	}
}
