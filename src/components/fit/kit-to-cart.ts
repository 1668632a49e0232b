/** What a job's page adds for this browser: the saved bike, what was bought, and the tools into the cart. */

import { readToken } from "../../http/token-storage.ts";
import { addMissing } from "../../messages.bike.ts";
import { haveIt, kitComplete, kitInCart, kitNotAdded, viewCart } from "../../messages.ts";
import { type CartLine, cartEvent } from "../../shop/carts/cart-lines.ts";
import { readCart } from "../../shop/carts/cart-storage.ts";
import { addToCart } from "../../shop/carts/change-cart.ts";
import { chosenBike } from "../../shop/fit/bike-storage.ts";

type KitLine = CartLine & { available: number };

/** `<kit-to-cart>`: a button that adds what is missing. */
class KitToCart extends HTMLElement {
	#bought: readonly string[] = [];
	#button = this.querySelector("button");

	connectedCallback(): void {
		// Screen readers announce changes of an element that was there before.
		const status = document.createElement("div");
		status.role = "status";
		this.appendChild(status);
		this.#button?.addEventListener("click", () => this.#add(status));
		addEventListener(cartEvent, this.#show);
		addEventListener("storage", this.#show);
		this.#show();
		readBought().then(
			(bought) => {
				this.#bought = bought;
				this.#show();
			},
			// Without an answer nothing is ticked.
			() => undefined,
		);
	}

	#missing(): KitLine[] {
		const lines: KitLine[] = JSON.parse(this.dataset.lines ?? "[]");
		const has = new Set([...this.#bought, ...readCart().map(({ toolId }) => toolId)]);
		return lines.filter(({ toolId }) => !has.has(toolId));
	}

	#show = (): void => {
		const { length } = this.#missing();
		for (const element of document.querySelectorAll<HTMLElement>("[data-have]"))
			element.textContent = this.#bought.includes(element.dataset.have ?? "") ? haveIt : "";
		if (!this.#button) return;
		this.#button.disabled = length === 0;
		this.#button.textContent = length === 0 ? kitComplete : addMissing(length);
	};

	#add(status: HTMLElement): void {
		const added = this.#missing().map(({ available, ...line }) => addToCart(line, available));
		const link = document.createElement("a");
		link.className = "link";
		link.href = this.dataset.cart ?? "";
		link.textContent = viewCart;
		const text = document.createElement("p");
		text.className = "cart-status";
		text.replaceChildren(`${added.some(Boolean) ? kitNotAdded : kitInCart} `, link);
		status.replaceChildren(text);
	}
}

/** Returns the ids of the tools that the signed-in user has bought. */
async function readBought(): Promise<string[]> {
	if (!readToken()) return [];
	const response = await fetch("/api/bought", {
		headers: { Authorization: `Bearer ${readToken()}` },
	});
	// Nothing is ticked with a token that has expired: the next page of the account renews it.
	const tools: { id: string }[] = response.ok ? await response.json() : [];
	return tools.map(({ id }) => id);
}

/** Opens the page for the saved bike, if the address names none and the page asks for one of its parts. */
function applySavedBike(): void {
	const form = document.querySelector(".job-bike");
	if (location.search || !form) return;
	const saved = [...new URLSearchParams(chosenBike()?.[1])].filter(([id, value]) =>
		form.querySelector(`[name="${CSS.escape(id)}"] > option[value="${CSS.escape(value)}"]`),
	);
	if (saved.length > 0) location.replace(`?${new URLSearchParams(saved)}`);
}

customElements.define("kit-to-cart", KitToCart);
applySavedBike();
