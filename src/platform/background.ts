/** Work that goes on after the answer: nobody waits for it, and how long it takes tells nobody anything. */
import { waitUntil } from "cloudflare:workers";
import { logFault } from "./log.ts";

/** Lets `work` go on after the answer. What goes wrong in it is only written to the log. */
export function inBackground(work: Promise<unknown>): void {
	waitUntil(work.catch((error: unknown) => logFault("background", error)));
}
