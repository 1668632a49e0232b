/** The custom element around the navigation. */
import { decodeClaims, readToken, storeToken } from "../http/token-storage.ts";
import { bikeEvent, hasChosenBike } from "../shop/fit/bike-storage.ts";
import { readUnpaid, storeUnpaid } from "../shop/orders/last-ordered.ts";

/** Shows the links for signed-in users if this browser has a token. */
class ShopSession extends HTMLElement {
	connectedCallback() {
		this.showBike();
		// A page made for a session names its user, also where the browser has no token yet: nothing moves when it gets one.
		if (!this.querySelector("[data-user-name]")?.textContent) this.show();

		addEventListener("storage", this.show);
		addEventListener("pageshow", ({ persisted }) => {
			if (persisted) this.show();
		});
		addEventListener("shop-session", this.show);
		addEventListener(bikeEvent, this.showBike);
		this.querySelector("[data-sign-out]")?.addEventListener("click", this.signOut);
	}

	/** Keeps the lines free that say whether tools fit the chosen bike, so that they move nothing. */
	showBike = () => {
		document.documentElement.toggleAttribute("data-bike", hasChosenBike());
	};

	show = () => {
		this.showBike();
		const user = decodeClaims(readToken());
		for (const item of this.querySelectorAll<HTMLElement>("[data-signed-in]")) item.hidden = !user;
		for (const item of this.querySelectorAll<HTMLElement>("[data-signed-out]"))
			item.hidden = !!user;
		const name = this.querySelector("[data-user-name]");
		if (name) name.textContent = user?.name ?? "";
		this.showUnpaid();
	};

	/** Fills the notice of the order that waits to be paid, the newest of several. */
	showUnpaid() {
		const notice = document.querySelector<HTMLElement>("[data-unpaid]");
		if (!notice) return;
		const [order] = readUnpaid();
		notice.hidden = !order;
		if (!order) return;
		const [id, number] = order;
		const [text] = notice.getElementsByTagName("strong");
		if (text)
			text.textContent = `${text.textContent}`.replace(notice.dataset.unpaid || "#", number);
		notice.dataset.unpaid = number;
		for (const link of notice.querySelectorAll("a"))
			link.href = link.pathname.replace(/^(\/\w+\/)[^/]*/, `$1${id}`) + link.hash;
	}

	signOut = async () => {
		const ended = await fetch("/api/auth/sign-out", {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: "{}",
		}).catch(() => undefined);
		// Offline, the session has not ended: showing the opposite would leave a shared computer signed in.
		if (!ended) return;
		storeToken(undefined);
		storeUnpaid([]);
		location.assign("/");
	};
}

customElements.define("shop-session", ShopSession);
