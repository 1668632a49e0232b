/** Signs out. Loaded when the navigation's button is pressed, and acts on each press from then on. */
import { storeToken } from "../http/token-storage.ts";
import { forgetUnpaid } from "../shop/orders/last-ordered.ts";

/** Ends the session and forgets what this browser stored of it. */
async function signOut(): Promise<void> {
	const ended = await fetch("/api/auth/sign-out", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: "{}",
	}).catch(() => undefined);
	// Offline, the session has not ended: showing the opposite would leave a shared computer signed in.
	if (!ended) return;
	storeToken(undefined);
	forgetUnpaid();
	location.assign("/");
}

void signOut();
document.querySelector("[data-sign-out]")?.addEventListener("click", signOut);
