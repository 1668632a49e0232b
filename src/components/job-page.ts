/** The script of a job's page: it opens for the saved bike, and loads the script of its tools' form when that is used or differs for this browser. */
import { readToken } from "../http/token-storage.ts";
import { readCart } from "../shop/carts/cart-storage.ts";
import { chosenBike } from "../shop/fit/bike-storage.ts";
import { holdForms } from "./hold-forms.ts";
import "./public-page.ts";
import { loadWhen } from "./load-when.ts";
import { kitToCartUrl } from "./script-urls.ts";

document.querySelector(".job-print")?.addEventListener("click", () => print());

/** Opens the page for the saved bike, if the address names none and the page asks for one of its parts. */
function applySavedBike(): void {
	const form = document.querySelector(".job-bike");
	if (location.search || !form) return;
	const saved = [...new URLSearchParams(chosenBike()?.[1])].filter(([id, value]) =>
		form.querySelector(`[name="${CSS.escape(id)}"] > option[value="${CSS.escape(value)}"]`),
	);
	if (saved.length > 0) location.replace(`?${new URLSearchParams(saved)}`);
}

applySavedBike();

// The server has ticked what a rider with an empty cart and no account needs.
const kit = document.querySelector<HTMLElement>("kit-to-cart");
const isKitDue = () =>
	kit?.matches(":hover, :focus-within") || readCart().length > 0 || readToken() !== undefined;
loadWhen(isKitDue, kitToCartUrl, kit, "pointerover", "focusin", "change");

if (kit) holdForms(kit, kitToCartUrl);
