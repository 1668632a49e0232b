/** The custom element with the count beside the cart's link. */
import { cartEvent, piecesOf } from "../shop/carts/cart-lines.ts";
import { readCart } from "../shop/carts/cart-storage.ts";

/** The number of pieces in this browser's cart; empty if there are none. */
class CartCount extends HTMLElement {
	connectedCallback() {
		this.show();
		addEventListener("storage", this.show);
		addEventListener("pageshow", this.show);
		addEventListener(cartEvent, this.show);
	}

	show = () => {
		this.textContent = String(piecesOf(readCart()) || "");
	};
}

customElements.define("cart-count", CartCount);
