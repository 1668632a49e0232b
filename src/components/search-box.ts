/**
 * Suggestions below a search: a combobox with a list (ARIA Authoring Practices Guide). Pages
 * load this file when the search is focused, so it imports types alone: local/script-files-plugin.ts.
 */
import * as searchTexts from "../messages/search.ts";
import type { Suggestion } from "../shop/search/result.ts";

/** How long a visitor must stop typing, in milliseconds. */
const pauseMs = 120;
/** Shorter texts have no suggestions. */
const minLength = 2;

/** Here, and not in a stylesheet, because only pages where someone searches need it. */
const styles = `
search-suggestions {
	position: absolute;
	inset: calc(100% + 0.25rem) -1px auto;
	z-index: 40;
}
search-suggestions ul {
	max-height: 60vh;
	overflow: auto;
	background: var(--color-base-100);
	border: 1px solid var(--color-base-300);
	border-radius: var(--radius-box);
	box-shadow: 0 8px 24px rgb(0 0 0 / 0.18);
}
search-suggestions li {
	display: grid;
	grid-template-columns: 2.75rem minmax(0, 1fr) auto auto;
	gap: 0.75rem;
	align-items: center;
	min-height: 3.5rem;
	padding: 0.375rem 0.75rem;
	font-size: 1rem;
	cursor: pointer;
}
search-suggestions img {
	aspect-ratio: 1;
	object-fit: cover;
	border-radius: var(--radius-field);
}
search-suggestions li span:nth-child(3) {
	font-size: 0.8125rem;
	color: color-mix(in oklab, var(--color-base-content) 76%, var(--color-base-100));
}
search-suggestions li span:nth-child(4) {
	font-weight: 600;
}
search-suggestions li span:nth-child(4):empty {
	display: none;
}
search-suggestions li:is(:hover, [aria-selected="true"]) {
	background: var(--color-base-300);
}
search-suggestions li[aria-selected="true"] {
	outline: 2px solid;
	outline-offset: -2px;
}
/* Beside logo and menu a phone has too little room. */
@media (width < 48rem) {
	header .search {
		position: static;
	}
	header search-suggestions {
		inset: calc(100% - 0.5rem) 0.5rem auto;
	}
}
search-suggestions p {
	position: absolute;
	clip-path: inset(50%);
}`;

function textIn(text: string): HTMLElement {
	const element = document.createElement("span");
	element.textContent = text;
	return element;
}

class SearchSuggestions extends HTMLElement {
	/** What is typed, and the list. */
	#input: HTMLInputElement | undefined;
	#list = document.createElement("ul");
	/** Tells screen readers how many suggestions there are. */
	#status = document.createElement("p");
	#suggestions: Suggestion[] = [];
	#active = -1;
	#timer = 0;
	#request = new AbortController();

	/** `id` is that of the list: a page may have several. */
	attachTo(input: HTMLInputElement, id: string): void {
		this.#input = input;
		this.#list.id = id;
		this.#list.role = "listbox";
		this.#list.ariaLabel = searchTexts.suggestions;
		this.#list.hidden = true;
		this.#status.role = "status";
		this.replaceChildren(this.#list, this.#status);
		input.autocomplete = "off";
		input.role = "combobox";
		input.ariaAutoComplete = "list";
		input.ariaExpanded = "false";
		input.setAttribute("aria-controls", this.#list.id);
		input.addEventListener("input", () => this.#loadSoon());
		input.addEventListener("keydown", (event) => this.#press(event));
		input.addEventListener("blur", () => this.#close());
		// A page from the back/forward cache.
		addEventListener("pagehide", () => this.#close());
		// The input keeps the focus while an option is pressed.
		this.addEventListener("pointerdown", (event) => event.preventDefault());
		this.addEventListener("mousedown", (event) => event.preventDefault());
		this.#list.addEventListener("click", ({ target }) => {
			const option = target instanceof Element ? target.closest("li") : null;
			if (option) this.#open([...this.#list.children].indexOf(option));
		});
		// What was typed before this script came.
		if (input.value !== input.defaultValue) this.#loadSoon();
	}

	#loadSoon(): void {
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => this.#load(), pauseMs);
	}

	async #load(): Promise<void> {
		// Makes as few different URLs as possible: the edge keeps each.
		const q = this.#input?.value.trim().replace(/\s+/g, " ").toLowerCase() ?? "";
		this.#request.abort();
		if (q.length < minLength) return this.#show([]);
		this.#request = new AbortController();
		const { signal } = this.#request;
		// Without suggestions the form still searches.
		const suggestions = await fetch(`/suggest?q=${encodeURIComponent(q)}`, {
			signal,
		})
			.then((response): Promise<Suggestion[]> | Suggestion[] =>
				response.ok ? response.json() : [],
			)
			.catch(() => undefined);
		if (suggestions && !signal.aborted && document.activeElement === this.#input)
			this.#show(suggestions);
	}

	#show(suggestions: Suggestion[]): void {
		this.#suggestions = suggestions;
		const options = suggestions.map(({ name, label, image, price }, index) => {
			const option = document.createElement("li");
			option.id = `${this.#list.id}-${index}`;
			option.role = "option";
			const picture = image ? new Image(44, 44) : document.createElement("span");
			if (picture instanceof HTMLImageElement) Object.assign(picture, { src: image, alt: "" });
			option.replaceChildren(picture, ...[name, label, price ?? ""].map(textIn));
			return option;
		});
		this.#list.replaceChildren(...options);
		this.#list.hidden = suggestions.length === 0;
		this.#status.textContent =
			suggestions.length === 0 ? "" : searchTexts.suggestionCount(suggestions.length);
		if (this.#input) this.#input.ariaExpanded = String(suggestions.length > 0);
		this.#select(-1);
	}

	#close(): void {
		clearTimeout(this.#timer);
		this.#request.abort();
		this.#show([]);
	}

	#select(index: number): void {
		this.#active = index;
		for (const [position, option] of [...this.#list.children].entries()) {
			option.ariaSelected = String(position === index);
		}
		const active = this.#list.children[index];
		active?.scrollIntoView({ block: "nearest" });
		if (active) this.#input?.setAttribute("aria-activedescendant", active.id);
		else this.#input?.removeAttribute("aria-activedescendant");
	}

	#press(event: KeyboardEvent): void {
		const last = this.#suggestions.length - 1;
		if (last < 0 || event.isComposing) return;
		if (event.key === "ArrowDown") this.#select(this.#active < last ? this.#active + 1 : -1);
		else if (event.key === "ArrowUp") this.#select(this.#active < 0 ? last : this.#active - 1);
		else if (event.key === "Enter" && this.#active >= 0) this.#open(this.#active);
		else if (event.key === "Escape") this.#close();
		else return;
		event.preventDefault();
	}

	#open(index: number): void {
		const href = this.#suggestions[index]?.href;
		if (href) location.assign(href);
	}
}

const selector = "[role=search] [name=q]";
let count = 0;

/** Adds suggestions to a search, once. */
function addTo(input: HTMLInputElement): void {
	if (!input.form || input.form.querySelector("search-suggestions")) return;
	const suggestions = new SearchSuggestions();
	input.form.appendChild(suggestions);
	count += 1;
	suggestions.attachTo(input, `search-suggestions-${count}`);
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
customElements.define("search-suggestions", SearchSuggestions);
for (const input of document.querySelectorAll<HTMLInputElement>(selector)) addTo(input);
// The header of the home page gets one later.
addEventListener("focusin", ({ target }) => {
	if (target instanceof HTMLInputElement && target.matches(selector)) addTo(target);
});
