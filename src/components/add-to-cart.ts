/** The custom element around the button that adds a tool to the cart (AddToCart.astro). */
import {
	addedToCart,
	cartFull,
	cartHasAll,
	cartNotStored,
	piecesAddedToCart,
	viewCart,
} from "../messages/messages.ts";
import { addToCart } from "../shop/carts/change-cart.ts";

const messages = { cartFull, cartHasAll, cartNotStored };
const statusOf = (element: Element) => element.querySelector("[role=status]");

/** Adds the tool and says so, with a link to the cart that comes next in the order of focus. */
class AddToCart extends HTMLElement {
	connectedCallback() {
		// Screen readers announce changes of an element that was there before.
		const status = document.createElement("div");
		status.role = "status";
		this.appendChild(status);
		this.addEventListener("submit", this.add);
		const input = this.querySelector("input");
		input?.addEventListener("change", () => {
			// The order form starts with the same quantity.
			const form = document.querySelector<HTMLAnchorElement>("a.purchase");
			if (form) form.search = input.validity.valid ? `quantity=${input.value}` : "";
		});
	}

	add = (event: Event) => {
		event.preventDefault();
		const { minimum, available, price, cart = "" } = this.dataset;
		const toolId = this.querySelector("button")?.value ?? "";
		const quantity = Number(this.querySelector("input")?.value ?? minimum);
		const line = { toolId, quantity, price: Number(price) };
		const error = addToCart(line, Number(available));
		for (const other of document.querySelectorAll("add-to-cart"))
			statusOf(other)?.replaceChildren();
		const text = document.createElement("p");
		text.className = "cart-status";
		const link = document.createElement("a");
		link.className = "link";
		link.href = cart;
		link.textContent = viewCart;
		const added = quantity > 1 ? piecesAddedToCart.replace("#", String(quantity)) : addedToCart;
		text.replaceChildren(`${error ? messages[error] : added} `, link);
		statusOf(this)?.replaceChildren(text);
	};
}

customElements.define("add-to-cart", AddToCart);
