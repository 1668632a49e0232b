/** What /fit saves in this browser. The page works without this; only saving and naming bikes needs it. */
import * as texts from "../../messages.bike.ts";
import {
	bikeEvent,
	chosenBike,
	readBikes,
	type SavedBike,
	storeBikes,
} from "../../shop/fit/bike-storage.ts";

/** The most bikes that are saved. */
const maxBikes = 12;

/** Returns the saved bikes but for one, without the place of no bike. */
const othersThan = (name: string) =>
	readBikes().filter(([other]) => other !== "" && other !== name);

/** Saves a bike under its name and chooses it. */
function saveBike(name: string, query: string): void {
	const saved: SavedBike = [name, query];
	storeBikes([saved, ...othersThan(name)].slice(0, maxBikes));
}

/** Adds what the last bike has to the links that choose a standard. */
export function saveChoices(): void {
	const query = new URLSearchParams(location.search).toString() || chosenBike()?.[1] || "";
	for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-choose]")) {
		const merged = new URLSearchParams(query);
		for (const [name, value] of new URL(link.href).searchParams) merged.set(name, value);
		link.search = merged.toString();
	}
}

/** `<my-bikes>`: the saved bikes as links, and a form that saves the one in the address. */
class MyBikes extends HTMLElement {
	connectedCallback(): void {
		const query = new URLSearchParams(
			[...new URLSearchParams(location.search)].filter(([id, value]) => value && id !== "tool"),
		).toString();
		const bikes = othersThan("");
		const savedBike = bikes.find(([, stored]) => stored === query);
		// Its link was followed, so that it is the chosen one.
		if (savedBike) saveBike(...savedBike);
		const form = this.querySelector("form");
		const name = form?.querySelector("input");
		if (!form || !name) return;
		form.hidden = query === "";
		name.value = savedBike?.[0] ?? bikes[0]?.[0] ?? "";
		const button = form.querySelector("button");
		const save = button?.textContent ?? "";
		const showWhatItDoes = () => {
			const [, stored = query] = othersThan("").find(([bike]) => bike === name.value.trim()) ?? [];
			// The address may be somebody else's, and a name saves one bike.
			if (button)
				button.textContent = stored === query ? save : texts.replaceBike(name.value.trim());
		};
		name.oninput = showWhatItDoes;
		addEventListener(bikeEvent, showWhatItDoes);
		showWhatItDoes();
		form.onsubmit = (event) => {
			event.preventDefault();
			if (name.value.trim()) saveBike(name.value.trim(), query);
		};
		addEventListener(bikeEvent, () => this.#list());
		this.#list();
	}

	#list(): void {
		const list = this.querySelector("ul");
		const rows = othersThan("").map(([bike, stored]) => this.#row(bike, stored));
		list?.replaceChildren(...rows);
		list?.toggleAttribute("hidden", rows.length === 0);
	}

	#row(name: string, query: string): HTMLLIElement {
		const row = document.createElement("li");
		const link = document.createElement("a");
		link.className = "link";
		link.href = `?${query}`;
		link.textContent = name;
		const forget = document.createElement("button");
		forget.type = "button";
		forget.className = "btn btn-ghost btn-sm";
		forget.textContent = texts.forget;
		forget.ariaLabel = texts.forgetBike(name);
		forget.onclick = () => storeBikes(othersThan(name));
		row.replaceChildren(link, " ", forget);
		return row;
	}
}

/** Defines the element `my-bikes`, once. */
export function defineMyBikes(): void {
	if (!customElements.get("my-bikes")) customElements.define("my-bikes", MyBikes);
}
