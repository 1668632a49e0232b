/** The tools of a job into the cart, and what was bought of them. See job-page.ts for when it is loaded. */
import { readToken } from "../../http/token-storage.ts";
import { addTools } from "../../messages/bike.ts";
import {
	haveIt,
	inYourCart,
	kitComplete,
	kitInCart,
	kitNotAdded,
	tickTools,
	viewCart,
} from "../../messages/messages.ts";
import { type CartLine, cartEvent } from "../../shop/carts/cart-lines.ts";
import { readCart } from "../../shop/carts/cart-storage.ts";
import { addToCart } from "../../shop/carts/change-cart.ts";

type KitLine = CartLine & { available: number };

/** `<kit-to-cart>`: a form that adds the ticked tools. What is in the cart or was bought is not ticked. */
class KitToCart extends HTMLElement {
	#bought: readonly string[] = [];
	#status = document.createElement("div");
	/** What the rider has ticked or not counts, whatever is bought or in the cart. */
	#touched = new Set<HTMLInputElement>();

	connectedCallback(): void {
		// Screen readers announce changes of an element that was there before.
		this.#status.role = "status";
		this.appendChild(this.#status);
		this.addEventListener("submit", this.#add);
		this.addEventListener("change", ({ target }) => {
			if (target instanceof HTMLInputElement) this.#touched.add(target);
			this.#showSum();
		});
		addEventListener(cartEvent, this.#show);
		addEventListener("storage", this.#show);
		this.#show();
		readBought().then(
			(bought) => {
				this.#bought = bought;
				this.#show();
			},
			// Without an answer nothing is left out.
			() => undefined,
		);
	}

	#boxes(): HTMLInputElement[] {
		return [...this.querySelectorAll<HTMLInputElement>("[data-line]")];
	}

	#show = (): void => {
		const inCart = new Set(readCart().map(({ toolId }) => toolId));
		const stateOf = (toolId = "") => {
			if (this.#bought.includes(toolId)) return haveIt;
			return inCart.has(toolId) ? inYourCart : "";
		};
		for (const element of document.querySelectorAll<HTMLElement>("[data-have]"))
			element.textContent = stateOf(element.dataset.have);
		for (const box of this.#boxes()) {
			if (this.#touched.has(box)) continue;
			box.checked = box.defaultChecked && stateOf(lineOf(box).toolId) === "";
		}
		this.#showSum();
	};

	#showSum(): void {
		const button = this.querySelector("button");
		if (!button) return;
		const boxes = this.#boxes();
		const lines = boxes.filter(({ checked }) => checked).map(lineOf);
		const needed = boxes.filter(({ defaultChecked }) => defaultChecked);
		const isComplete = needed.length > 0 && needed.every((box) => !this.#touched.has(box));
		const sum = lines.reduce((total, { price, quantity }) => total + price * quantity, 0);
		button.disabled = lines.length === 0;
		const text = isComplete ? kitComplete : tickTools;
		const label = lines.length === 0 ? text : addTools(lines.length, this.#format(sum));
		button.querySelector(".with-script")?.replaceChildren(label);
	}

	#format(price: number): string {
		const { locale, currency, decimals } = this.dataset;
		return new Intl.NumberFormat(locale, {
			...({ style: "currency", currency } as const),
			minimumFractionDigits: Number(decimals),
			maximumFractionDigits: Number(decimals),
		}).format(price);
	}

	#add = (event: Event): void => {
		event.preventDefault();
		const ticked = this.#boxes().filter(({ checked }) => checked);
		// What was added is as if nobody had touched it: in the cart.
		this.#touched.clear();
		const added = ticked.map((box) => {
			const { available, ...line } = lineOf(box);
			return addToCart(line, available);
		});
		const link = document.createElement("a");
		link.className = "link";
		link.href = this.dataset.cart ?? "";
		link.textContent = viewCart;
		const text = document.createElement("p");
		text.className = "cart-status";
		text.replaceChildren(`${added.some(Boolean) ? kitNotAdded : kitInCart} `, link);
		this.#status.replaceChildren(text);
	};
}

/** The line of the cart that a box stands for, and how many pieces are in stock. */
function lineOf(box: HTMLInputElement): KitLine {
	return JSON.parse(box.dataset.line ?? "");
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

customElements.define("kit-to-cart", KitToCart);
