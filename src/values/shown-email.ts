/** How an e-mail is shown: its domain in the letters that its owner reads. Runs in the Worker and the browser. */

/** The constants of Punycode (RFC 3492, section 5). */
const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];

/** Returns the letters of a label in Punycode, without `xn--`, or undefined (RFC 3492, section 6.2). `URL` only encodes. */
function decoded(label: string): string | undefined {
	const end = Math.max(label.lastIndexOf("-"), 0);
	const letters = Array.from(label.slice(0, end));
	let [code, bias, at] = [128, 72, 0];
	const rest = label.slice(end && end + 1);
	for (let read = 0; read < rest.length; at++) {
		const before = at;
		for (let [weight, k] = [1, base]; ; k += base) {
			const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(rest.charAt(read++) || " ");
			if (digit < 0) return undefined;
			at += digit * weight;
			const threshold = Math.min(Math.max(k - bias, tMin), tMax);
			if (digit < threshold) break;
			weight *= base - threshold;
		}
		const count = letters.length + 1;
		let delta = Math.floor((at - before) / (before === 0 ? damp : 2));
		delta += Math.floor(delta / count);
		let steps = 0;
		for (; delta > ((base - tMin) * tMax) / 2; steps += base)
			delta = Math.floor(delta / (base - tMin));
		bias = steps + Math.floor(((base - tMin + 1) * delta) / (delta + skew));
		code += Math.floor(at / count);
		if (code > 0x10_ff_ff) return undefined;
		at %= count;
		letters.splice(at, 0, String.fromCodePoint(code));
	}
	return letters.join("");
}

/**
 * The scripts that one label may have: one, or what Chinese, Japanese and Korean are written with (Unicode Technical
 * Standard 39, section 5.2, without Latin). Any others beside each other can pass for the letters of somebody else's domain.
 */
const ofOneScript = [
	/^[\p{Script=Latin}\p{M}\d-]+$/u,
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
	/^[\p{Script=Han}\p{Script=Hangul}\d-]+$/u,
	...["Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Devanagari", "Thai"].map(
		(script) => new RegExp(`^[\\p{Script=${script}}\\p{M}\\d-]+$`, "u"),
	),
];

/** A label that has no letter but those of Cyrillic and Greek that look like Latin ones. */
const passesForLatin = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵαικνορυω\d-]+$/u;

/**
 * Returns an e-mail as people read it: its domain as it was typed, "ann@bücher.example" of
 * "ann@xn--bcher-kva.example". It stays in ASCII if a label has letters of several scripts, or could pass for a Latin one.
 */
export function shownEmail(email: string): string {
	const at = email.lastIndexOf("@") + 1;
	const domain = email.slice(at);
	if (!at || !/(?:^|\.)xn--/.test(domain)) return email;
	const labels = domain
		.split(".")
		.map((label) => (label.startsWith("xn--") ? (decoded(label.slice(4)) ?? "") : label));
	const isPlain = labels.every(
		(label) =>
			ofOneScript.some((script) => script.test(label)) &&
			(/^[\0-\x7f]*$/.test(label) || !passesForLatin.test(label)),
	);
	const shown = labels.join(".");
	// Only what leads to the same domain again.
	return isPlain && URL.parse(`https://${shown}`)?.hostname === domain
		? email.slice(0, at) + shown
		: email;
}
