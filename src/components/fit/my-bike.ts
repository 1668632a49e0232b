/**
 * The bikes that a rider keeps in this browser. A bike is an address of /fit: `?cassette=xd&chain=11`.
 * The page works without this; only keeping and naming bikes needs it.
 */
const storageKey = "bikes";

/** Queries of /fit by the name of the bike. The first is the one that was chosen last. */
type Bikes = [name: string, query: string][];

function readBikes(): Bikes {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
		return Array.isArray(stored) ? stored.filter(isBike) : [];
	} catch {
		return [];
	}
}

function isBike(value: unknown): value is [string, string] {
	return (
		Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string")
	);
}

function keepBike(name: string, query: string): void {
	const others = readBikes().filter(([other]) => other !== name);
	try {
		localStorage.setItem(storageKey, JSON.stringify([[name, query], ...others].slice(0, 12)));
	} catch {
		// Without storage the address still has the bike.
	}
}

function forgetBike(name: string): void {
	localStorage.setItem(storageKey, JSON.stringify(readBikes().filter(([other]) => other !== name)));
}

/** Adds what the last bike has to the links that choose a standard. */
export function keepsChoices(): void {
	const query = new URLSearchParams(location.search).toString() || readBikes()[0]?.[1] || "";
	for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-choose]")) {
		const merged = new URLSearchParams(query);
		for (const [name, value] of new URL(link.href).searchParams) merged.set(name, value);
		link.search = merged.toString();
	}
}

/** `<my-bikes>`: the kept bikes as links, and a form that keeps the one in the address. */
class MyBikes extends HTMLElement {
	connectedCallback(): void {
		const query = new URLSearchParams(
			[...new URLSearchParams(location.search)].filter(([, value]) => value),
		).toString();
		const form = this.querySelector("form");
		const list = this.querySelector("ul");
		if (!form || !list) return;
		form.hidden = query === "";
		const bikes = readBikes();
		const name = form.querySelector("input");
		const known = bikes.find(([, stored]) => stored === query)?.[0];
		if (name) name.value = known ?? bikes[0]?.[0] ?? "";
		list.replaceChildren(...bikes.map(([bike, stored]) => this.#row(bike, stored)));
		list.hidden = bikes.length === 0;
		form.onsubmit = (event) => {
			event.preventDefault();
			if (!name?.value.trim()) return;
			keepBike(name.value.trim(), query);
			this.connectedCallback();
		};
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
		forget.textContent = "Forget";
		forget.ariaLabel = `Forget ${name}`;
		forget.onclick = () => {
			forgetBike(name);
			this.connectedCallback();
		};
		row.replaceChildren(link, " ", forget);
		return row;
	}
}

export function defineMyBikes(): void {
	if (!customElements.get("my-bikes")) customElements.define("my-bikes", MyBikes);
}
