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

/** Returns the saved bikes, without the place of no bike. */
const namedBikes = () => readBikes().filter(([name]) => name);

/** Saves a bike and chooses it, in place of the one that has this query or is replaced. */
function saveBike(bike: SavedBike, replaced?: SavedBike): void {
	const others = namedBikes().filter(
		([name, query]) => query !== bike[1] && name !== replaced?.[0],
	);
	const names = new Set(others.map(([name]) => name));
	let [name] = bike;
	for (let count = 2; names.has(name); count += 1) name = `${bike[0]} ${count}`;
	storeBikes([[name, bike[1]] satisfies SavedBike, ...others].slice(0, maxBikes));
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
	const status = button?.nextElementSibling;
	const text = button?.textContent ?? "";
	const query = button?.dataset.save ?? "";
	const section = document.querySelector("#saved-bikes");
	const savedBike = () => namedBikes().find(([, stored]) => stored === query);
	const saved = savedBike();
	// Its link was followed, so that it is the chosen one.
	if (saved) saveBike(saved);
	button?.addEventListener("click", () => {
		if (!savedBike()) saveBike([button.dataset.name ?? "", query]);
	});
	const show = () => {
		const [name] = savedBike() ?? [];
		if (button) button.textContent = name ? texts.bikeSaved : text;
		if (status) status.textContent = name ? texts.savedAs(name) : "";
		const rows = namedBikes().map((bike) => rowOf(bike, name ? "" : query));
		section?.querySelector("ul")?.replaceChildren(...rows);
		section?.toggleAttribute("hidden", rows.length === 0);
	};
	addEventListener(bikeEvent, show);
	show();
}

/** A saved bike: its link, and buttons that rename it, replace it by the bike of the page, and forget it. */
function rowOf(bike: SavedBike, newQuery: string): HTMLLIElement {
	const [name, query] = bike;
	const row = document.createElement("li");
	const link = document.createElement("a");
	link.className = "link";
	link.href = `?${query}`;
	link.textContent = name;
	row.append(
		link,
		buttonOf(texts.rename, texts.renameBike(name), () => askName(row, bike)),
		buttonOf(texts.forget, texts.forgetBike(name), () =>
			storeBikes(namedBikes().filter(([other]) => other !== name)),
		),
	);
	if (newQuery) {
		row.append(
			buttonOf(texts.replace, texts.replaceBike(name), () => saveBike([name, newQuery], bike)),
		);
	}
	return row;
}

function buttonOf(text: string, label: string, onclick: () => void): HTMLButtonElement {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "btn btn-ghost btn-sm";
	button.textContent = text;
	button.ariaLabel = label;
	button.onclick = onclick;
	return button;
}

/** Shows a field for the name of a bike in place of its row. */
function askName(row: HTMLElement, [name, query]: SavedBike): void {
	const form = document.createElement("form");
	const field = document.createElement("input");
	field.value = name;
	field.maxLength = 40;
	field.required = true;
	field.className = "fit-field";
	field.ariaLabel = texts.newName(name);
	const save = document.createElement("button");
	save.className = "btn btn-outline btn-sm";
	save.textContent = texts.saveName;
	form.append(field, save);
	form.onsubmit = (event) => {
		event.preventDefault();
		saveBike([field.value.trim() || name, query]);
	};
	row.replaceChildren(form);
	field.select();
}
