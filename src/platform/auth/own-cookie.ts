/** The shop's own cookies beside better-auth's: each holds a list of texts, the newest first. */
import { shopOrigin } from "../settings/settings.ts";

const isSecure = () => shopOrigin().startsWith("https:");

/** What stands between the texts. None of them has it. */
const separator = ".";

interface CookieOptions {
	name: string;
	/** Matches a text. Others in the request's cookie are ignored. */
	pattern: RegExp;
	/** How many texts a browser keeps. */
	maxTexts: number;
	/** How long, in seconds. */
	maxAgeS: number;
	/** The paths that it is sent to: this one and those below. By default all. */
	path?: string;
}

/** Returns the functions that read and set a cookie that scripts can't read. */
export function ownCookie({ name, pattern, maxTexts, maxAgeS, path = "/" }: CookieOptions) {
	/** Over https only this origin can set it for all its paths, and only https for some (RFC 6265bis, 4.1.3). */
	const prefix = path === "/" ? "__Host-" : "__Secure-";
	const fullName = () => `${isSecure() ? prefix : ""}cogsmith.${name}`;

	/** Returns the texts in a request's cookie. They may be forged. */
	const read = (headers: Headers): string[] => {
		const start = `${fullName()}=`;
		const cookie = (headers.get("cookie") ?? "")
			.split(";")
			.map((pair) => pair.trim())
			.find((pair) => pair.startsWith(start));
		const texts = cookie?.slice(start.length).split(separator) ?? [];
		return texts.filter((text) => pattern.test(text)).slice(0, maxTexts);
	};

	/** Returns the Set-Cookie header with these texts alone. Without any, the browser removes the cookie. */
	const write = (texts: readonly string[]): string => {
		const value = texts.slice(0, maxTexts).join(separator);
		const maxAge = texts.length > 0 ? maxAgeS : 0;
		const secure = isSecure() ? "; Secure" : "";
		return `${fullName()}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
	};

	/** Returns the Set-Cookie header with a text and others, the oldest of which are dropped. */
	const set = (text: string, others: string[]): string =>
		write([text, ...others.filter((other) => other !== text)]);

	return { read, set, write };
}
