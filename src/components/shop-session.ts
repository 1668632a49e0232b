/** The custom element around the navigation. */
import { decodeClaims, readToken } from "../http/token-storage.ts";
import { bikeEvent, hasChosenBike } from "../shop/fit/bike-storage.ts";
import { signOutUrl } from "./script-urls.ts";

/** Shows the links for signed-in users if this browser has a token. */
class ShopSession extends HTMLElement {
	connectedCallback() {
		// A page made for a session names its user, also where the browser has no token yet: nothing moves when it gets one.
		if (!this.querySelector("[data-user-name]")?.textContent) this.show();

		addEventListener("storage", this.show);
		addEventListener("pageshow", ({ persisted }) => {
			if (persisted) this.show();
		});
		addEventListener("shop-session", this.show);
		addEventListener(bikeEvent, this.showBike);
		this.querySelector("[data-sign-out]")?.addEventListener(
			"click",
			() => import(/* @vite-ignore */ signOutUrl),
		);
	}

	/** Keeps the lines free that say whether tools fit the chosen bike, as stored-marks.ts did for the first paint. */
	showBike = () => {
		document.documentElement.toggleAttribute("data-has-bikes", hasChosenBike());
	};

	show = () => {
		this.showBike();
		const user = decodeClaims(readToken());
		for (const item of this.querySelectorAll<HTMLElement>("[data-signed-in]")) item.hidden = !user;
		for (const item of this.querySelectorAll<HTMLElement>("[data-signed-out]"))
			item.hidden = !!user;
		const name = this.querySelector("[data-user-name]");
		if (name) name.textContent = user?.name ?? "";
	};
}

customElements.define("shop-session", ShopSession);
