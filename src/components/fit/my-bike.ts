/** What /fit saves in this browser. The page works without this; only saving and naming bikes needs it. */
import * as texts from "../../messages/bike.ts";
import {
	bikeEvent,
	chosenBike,
	readBikes,
	type SavedBike,
	storeBikes,
} from "../../shop/fit/bike-storage.ts";

/** The most bikes that are saved. */
const maxBikes = 12;

/** Returns the saved bikes, without the place of no bike and without one that has this name or query. */
const othersThan = (name = "", query?: string) =>
	readBikes().filter(([other, stored]) => other && other !== name && stored !== query);

/** Saves a bike and chooses it, in place of the one that has its query or this name. */
function saveBike([wanted, query]: SavedBike, replaced?: string): void {
	const others = othersThan(replaced, query);
	let name = wanted;
	for (let count = 2; others.some(([other]) => other === name); count += 1)
		name = `${wanted} ${count}`;
	const saved: SavedBike = [name, query];
	storeBikes([saved, ...others].slice(0, maxBikes));
}

/** Adds what the chosen bike has to the links that choose a standard, where the address has no bike. */
export function keepSavedBike(): void {
	const query = chosenBike()?.[1];
	if (location.search || !query) return;
	for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-choose]")) {
		const merged = new URLSearchParams(query);
		for (const [name, value] of new URL(link.href).searchParams) merged.set(name, value);
		link.search = merged.toString();
	}
}

/** Lets the rider save the bike of the page, and lists the saved ones. */
export function showBikes(): void {
	const button = document.querySelector<HTMLButtonElement>("[data-save]");
	const text = button?.textContent ?? "";
	const { save: query = "", name: newName = "" } = button?.dataset ?? {};
	const list = document.querySelector("#saved-bikes ul");
	const savedBike = () => othersThan().find(([, stored]) => stored === query);
	const saved = savedBike();
	// Its link was followed, so that it is the chosen one.
	if (saved) saveBike(saved);
	button?.addEventListener("click", () => saveBike(savedBike() ?? [newName, query]));
	const show = () => {
		const [name] = savedBike() ?? [];
		if (button) button.textContent = name ? texts.savedAs(name) : text;
		const rows = othersThan().map((bike) => rowOf(bike, name ? "" : query));
		list?.replaceChildren(...rows);
		list?.parentElement?.toggleAttribute("hidden", !rows[0]);
	};
	addEventListener(bikeEvent, show);
	show();
}

/** A saved bike: its link, and buttons that rename it, forget it, and replace it by the bike of the page. */
function rowOf([name, query]: SavedBike, newQuery: string): HTMLLIElement {
	const row = document.createElement("li");
	const link = document.createElement("a");
	link.className = "link";
	link.href = `?${query}`;
	link.textContent = name;
	const add = (text: string, onclick: () => void) => {
		const button = document.createElement("button");
		button.className = "btn btn-ghost btn-sm";
		button.textContent = text;
		button.ariaLabel = `${text} ${name}`;
		button.onclick = onclick;
		row.appendChild(button);
	};
	row.appendChild(link);
	add(texts.rename, () => {
		const field = document.createElement("input");
		field.value = name;
		field.maxLength = 40;
		field.ariaLabel = texts.newName;
		// With the Enter key, or when the field is left.
		field.onchange = () => saveBike([field.value.trim() || name, query]);
		link.replaceWith(field);
		field.focus();
	});
	add(texts.forget, () => storeBikes(othersThan(name)));
	if (newQuery) add(texts.replace, () => saveBike([name, newQuery], name));
	return row;
}
