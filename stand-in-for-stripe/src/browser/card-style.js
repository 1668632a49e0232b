/** Applies the element's `style` option to the card form. */

/** The allowed properties. Stripe.js: Style object. */
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
 * Replaces the rules by those of a style option. Ignores values that are not strings or numbers, and
 * properties that Stripe does not support.
 * @param {Record<string, any>} style
 */
export function applyStyle(style) {
	sheet.replaceSync("");
	for (const [variant, suffix] of Object.entries(VARIANTS)) {
		const properties = style[variant] ?? {};
		addRule(`.field${suffix}`, properties);
		for (const pseudo of PSEUDO) {
			if (properties[pseudo]) addRule(`.field${suffix}${pseudo}`, properties[pseudo]);
		}
	}
	const icon = style.base?.iconColor ?? style.base?.color;
	if (icon) addRule("#icon", { color: icon });
}

/**
 * @param {string} selector
 * @param {Record<string, unknown>} properties
 */
function addRule(selector, properties) {
	const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
	if (!(rule instanceof CSSStyleRule)) return;
	for (const name of PROPERTIES) {
		const value = properties[name];
		if (typeof value !== "string" && typeof value !== "number") continue;
		// Set as values instead of rule text, so that an option can't inject other rules.
		rule.style.setProperty(
			name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
			String(value),
		);
	}
}
