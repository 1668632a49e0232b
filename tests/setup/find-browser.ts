/**
 * Finds the browsers of the tests. Chromium: an installed one, else Playwright's own, else Debian's
 * package; its headless shell, if installed. Firefox: an installed one, or none.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../../local/processes.ts";

const headlessShell = "chromium-headless-shell";
const browserNames = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The first of these programs that is installed. */
function findProgram(names: string[]): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

function findInstalled(): string | undefined {
	const { CHROMIUM } = process.env;
	return CHROMIUM && existsSync(CHROMIUM) ? CHROMIUM : findProgram(browserNames);
}

async function playwrightChromium(): Promise<string | undefined> {
	await run("playwright", ["install", "chromium"]).catch(() => undefined);
	const { chromium } = await import("@playwright/test");
	const path = chromium.executablePath();
	return existsSync(path) ? path : undefined;
}

async function aptChromium(): Promise<string | undefined> {
	const root = process.getuid?.() === 0;
	const apt = (...args: string[]) =>
		root ? run("apt-get", args) : run("sudo", ["--non-interactive", "apt-get", ...args]);
	await apt("update", "-qq")
		.then(() => apt("install", "-y", "-qq", "chromium", headlessShell))
		.catch(() => undefined);
	return findInstalled();
}

/** The path of a Chromium. Throws if none is available. */
export async function findBrowser(): Promise<string> {
	const found = findInstalled() ?? (await playwrightChromium()) ?? (await aptChromium());
	if (found) return found;
	throw new Error(
		"No Chromium was found, and none could be installed. Set CHROMIUM to the path of one.",
	);
}

/**
 * The path of a Chromium that renders pages: its headless shell has no windows and no profiles, which
 * takes a third less CPU time, and no back-forward cache. Without one, the path of a whole Chromium.
 */
export async function findHeadlessBrowser(): Promise<string> {
	const browser = await findBrowser();
	return findProgram([headlessShell]) ?? browser;
}

/** The path of an installed Firefox, or undefined. */
export function findFirefox(): string | undefined {
	const paths = [process.env.FIREFOX ?? "", "/usr/bin/firefox-esr", "/usr/bin/firefox"];
	return paths.find((path) => path !== "" && existsSync(path));
}
