/**
 * Measures the time from a tap on a link to the first paint of its page, which the browser prerendered (WICG Prerendering)
 * when the pointer came to rest on the link. Chromium prerenders nothing while Playwright is connected, so this talks to a
 * tab over the Chrome DevTools Protocol, with which the target of a tab stays when its page is replaced.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { closeServer, listen } from "../local/http-server.ts";
import { sitePaths } from "../src/paths/site.ts";
import { findBrowser } from "../tests/setup/find-browser.ts";
import { connectDevTools } from "./devtools.ts";

/** Times in milliseconds, medians of the taps. */
export interface TapTimes {
	/** The time from the tap until the prerendered page is activated. */
	activation: number;
	/** The time from the tap until the first paint. */
	paint: number;
	/** The taps whose page was prerendered, of all. */
	prerendered: string;
}

/** A link that is tapped: the page with it, and its address. */
interface Tap {
	from: string;
	to: string;
}

const taps = 7;
/** The longest time for a step of a visit, in milliseconds. */
const maxWaitMs = 20_000;

/** The event that a page of the tab was attached or detached. */
const sessionSchema = v.object({ sessionId: v.string() });

const valueSchema = v.object({ result: v.object({ value: v.optional(v.unknown()) }) });

/** Polls until `read` returns a value. Throws after `maxWaitMs`. */
async function poll<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
	const end = Date.now() + maxWaitMs;
	while (Date.now() < end) {
		const value = await read();
		if (value !== undefined) return value;
		await wait(50);
	}
	throw new Error(`Waited ${maxWaitMs / 1000} s for ${what}.`);
}

/** Runs in the page: when it was activated and first painted, since the tap that the page before stored. */
const timesInPage = `(() => {
	const tap = Number(sessionStorage.getItem("bench-tap"));
	const [navigation] = performance.getEntriesByType("navigation");
	const [paint] = performance.getEntriesByName("first-contentful-paint");
	if (!paint || document.prerendering) return undefined;
	const since = (time) => performance.timeOrigin + time - tap;
	const prerendered = navigation.activationStart > 0;
	return { prerendered, activation: since(navigation.activationStart), paint: since(Math.max(paint.startTime, navigation.activationStart)) };
})()`;

/** The times of one tap. */
type Times = Omit<TapTimes, "prerendered"> & { prerendered: boolean };

/** A tab of a Chromium of its own, as wide as a phone. */
async function openTab(folder: string) {
	const browser: ChildProcess = spawn(
		await findBrowser(),
		[
			"--headless=new",
			"--remote-debugging-port=0",
			`--user-data-dir=${folder}`,
			"--no-sandbox",
			"--disable-gpu",
			"--no-first-run",
			"--disable-background-networking",
			"--window-size=390,844",
			"about:blank",
		],
		{ stdio: "ignore" },
	);
	const portFile = join(folder, "DevToolsActivePort");
	const url = await poll("Chromium", async () => {
		const [port] = existsSync(portFile) ? readFileSync(portFile, "utf8").split("\n") : [];
		if (!port) return undefined;
		const listed = await fetch(`http://127.0.0.1:${port}/json?for_tab`).catch(() => undefined);
		const found = (await listed?.json()) as { type: string; webSocketDebuggerUrl: string }[];
		return found?.find(({ type }) => type === "tab")?.webSocketDebuggerUrl;
	});
	/** The pages of the tab: the shown one, and those that are prerendered. */
	const pages = new Set<string>();
	const { send, close } = await connectDevTools(url, (method, params) => {
		if (method === "Target.attachedToTarget") pages.add(v.parse(sessionSchema, params).sessionId);
		if (method === "Target.detachedFromTarget")
			pages.delete(v.parse(sessionSchema, params).sessionId);
	});
	/** The value of an expression in a page. One that is being replaced does not answer, or with an error. */
	const evaluate = async (expression: string, page: string): Promise<unknown> => {
		const answer = send("Runtime.evaluate", { expression, returnByValue: true }, page);
		const reply = await Promise.race([answer.catch(() => undefined), wait(1000)]);
		return reply && v.parse(valueSchema, reply).result.value;
	};
	await send("Target.setAutoAttach", {
		autoAttach: true,
		waitForDebuggerOnStart: false,
		flatten: true,
	});
	return {
		send,
		evaluate,
		/** The value that `expression` has in the shown page once it has one. */
		inShownPage: <T>(what: string, expression: string) =>
			poll(what, async () => {
				for (const page of pages) {
					const shown = await evaluate("document.visibilityState", page);
					const value = shown === "visible" ? await evaluate(expression, page) : undefined;
					if (value !== undefined && value !== null) return { page, value: value as T };
				}
				return undefined;
			}),
		/** Whether another page is loaded behind the shown one. */
		isPrerendered: async () => {
			for (const page of pages) {
				const state = await evaluate("document.prerendering && document.readyState", page);
				if (state === "complete") return true;
			}
			return false;
		},
		close: async () => {
			close();
			const ended = new Promise((resolve) => browser.once("exit", resolve));
			browser.kill();
			await ended;
		},
	};
}

/**
 * Taps a link of the home page and one of the catalogue. The same tap from one empty page to another shows how much of
 * the time is this machine's: a frame that is drawn without a graphics card.
 */
export async function measureTaps(shopUrl: string): Promise<Record<string, TapTimes>> {
	const { home, tools } = sitePaths;
	const times: Record<string, TapTimes> = {};
	for (const { from, to } of [
		{ from: home, to: tools },
		{ from: tools, to: sitePaths.tool({ _id: "torque-wrench" }) },
	])
		times[`${from} to ${to}`] = await measureTap(shopUrl, { from, to });
	times["of empty pages"] = await measureEmptyPages();
	return times;
}

/** Taps a link to a page that has one word, which is the least that a tap can take here. */
async function measureEmptyPages(): Promise<TapTimes> {
	const rules = JSON.stringify({
		prerender: [{ where: { href_matches: "/*" }, eagerness: "moderate" }],
	});
	const server = createServer((request, response) => {
		const body = request.url === "/" ? `<main><a href="/next">Next</a></main>` : "Next";
		response.setHeader("Content-Type", "text/html");
		response.end(`<!doctype html><script type="speculationrules">${rules}</script>${body}`);
	});
	await listen(server, 0);
	try {
		const { port } = server.address() as AddressInfo;
		return await measureTap(`http://localhost:${port}`, { from: "/", to: "/next" });
	} finally {
		await closeServer(server);
	}
}

/** Taps a link `taps` times, each after its page was prerendered. */
async function measureTap(shopUrl: string, { from, to }: Tap): Promise<TapTimes> {
	const folder = mkdtempSync(join(tmpdir(), "cogsmith-tap-"));
	const tab = await openTab(folder);
	const found: Times[] = [];
	try {
		for (let n = 0; n < taps; n += 1) {
			const first = await tab.inShownPage<string>("the tab", "document.visibilityState");
			await tab.send("Page.navigate", { url: shopUrl + from }, first.page);
			const link = await tab.inShownPage<{ x: number; y: number }>(
				`the link to ${to}`,
				`(() => {
					const link = document.querySelector('main a[href="${to}"]');
					if (location.pathname !== "${from}" || document.readyState !== "complete" || !link) return undefined;
					link.scrollIntoView({ block: "center", behavior: "instant" });
					addEventListener("click", () => sessionStorage.setItem("bench-tap", performance.timeOrigin + performance.now()), { capture: true });
					const { x, y, width, height } = link.getBoundingClientRect();
					return { x: x + width / 2, y: y + height / 2 };
				})()`,
			);
			const mouse = (type: string) =>
				tab.send(
					"Input.dispatchMouseEvent",
					{ type, ...link.value, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 },
					link.page,
				);
			await mouse("mouseMoved");
			await poll("prerendering", async () => (await tab.isPrerendered()) || undefined);
			await Promise.all([mouse("mousePressed"), mouse("mouseReleased")]);
			const { value } = await tab.inShownPage<Times>(
				`the paint of ${to}`,
				timesInPage.replace("if (!paint", `if (location.pathname !== "${to}" || !paint`),
			);
			found.push(value);
		}
	} finally {
		await tab.close();
		rmSync(folder, { recursive: true, force: true });
	}
	const median = (name: "activation" | "paint") =>
		found.map((times) => times[name]).toSorted((a, b) => a - b)[Math.floor(taps / 2)] ?? Number.NaN;
	const used = found.filter(({ prerendered }) => prerendered).length;
	return {
		activation: median("activation"),
		paint: median("paint"),
		prerendered: `${used} of ${taps}`,
	};
}
