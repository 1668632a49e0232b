/** The shop's own cookies beside better-auth's: each holds a list of texts, the newest first. */
import { shopOrigin } from "./settings.ts";

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
}

/** Returns the functions that read and set a cookie that scripts can't read. */
export function ownCookie({ name, pattern, maxTexts, maxAgeS }: CookieOptions) {
	/** Over https only this origin can set it, for all its paths (RFC 6265bis, 4.1.3.2). */
	const fullName = () => `${isSecure() ? "__Host-" : ""}cogsmith.${name}`;

	/** Returns the texts in a request's cookie. They may be forged. */
	const read = (headers: Headers): string[] => {
		const prefix = `${fullName()}=`;
		const cookie = (headers.get("cookie") ?? "")
			.split(";")
			.map((pair) => pair.trim())
			.find((pair) => pair.startsWith(prefix));
		const texts = cookie?.slice(prefix.length).split(separator) ?? [];
		return texts.filter((text) => pattern.test(text)).slice(0, maxTexts);
	};

	/** Returns the Set-Cookie header with a text and others, the oldest of which are dropped. */
	const set = (text: string, others: string[]): string => {
		const value = [text, ...others.filter((other) => other !== text)]
			.slice(0, maxTexts)
			.join(separator);
		const secure = isSecure() ? "; Secure" : "";
		return `${fullName()}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
	};

	return { read, set };
}
