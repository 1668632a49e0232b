/** Keeps preview, snippets and address in step with the configurator's form. */
import { colourNames } from "../../shop/embeds/frame-html.ts";
import {
	addressOf,
	attributesOf,
	type Choice,
	choiceOf,
	chosenColours,
	linkOf,
	proposedPartner,
	type Script,
	snippets,
} from "../../shop/embeds/snippets.ts";

/** How long to wait for the next letter before searching, in milliseconds. */
const typingPause = 200;

class Configurator extends HTMLElement {
	#form = this.#part<HTMLFormElement>("form");
	#tools = this.#part("[name=tool]");
	#partner = this.#part<HTMLInputElement>("[name=partner]");
	#wrongPartner = this.#part("[data-wrong-partner]");
	#proposal = this.#part<HTMLAnchorElement>("[data-proposal]");
	#proposed = this.#part("[data-proposed]");
	#script: Script = JSON.parse(this.dataset.script ?? "");
	#searching: ReturnType<typeof setTimeout> | undefined;
	#asked = "";

	connectedCallback() {
		this.#form.addEventListener("input", ({ target }) => {
			if (target instanceof HTMLInputElement && target.name === "q") {
				clearTimeout(this.#searching);
				this.#searching = setTimeout(() => this.#search(target.value.trim()), typingPause);
			} else this.#show();
		});
		this.#form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#show();
		});
		this.#proposal.addEventListener("click", (event) => {
			event.preventDefault();
			this.#partner.value = this.#proposed.textContent;
			this.#partner.focus();
			this.#show();
		});
		for (const button of this.querySelectorAll<HTMLElement>("[data-copy]")) {
			button.addEventListener("click", () => this.#copy(button));
		}
		this.#show();
	}

	/** An element of the page that is always there. */
	#part<Part extends HTMLElement>(selector: string): Part {
		const part = this.querySelector<Part>(selector);
		if (!part) throw new Error(selector);
		return part;
	}

	#show() {
		const tool = this.querySelector<HTMLOptionElement>("[name=tool] > :checked");
		const choice = choiceOf(new FormData(this.#form), {
			_id: tool?.value ?? "",
			name: tool?.text ?? "",
		});
		for (const [name, text] of Object.entries(snippets(choice, this.#script))) {
			this.#part(`[data-snippet=${name}]`).textContent = text;
		}
		for (const ground of this.querySelectorAll<HTMLElement>("[data-ground]")) {
			this.#preview(ground, choice);
		}
		this.#judgePartner(choice);
		const address = addressOf(choice);
		this.#part<HTMLAnchorElement>("[data-restore]").href = address;
		if (location.search || this.#form.matches(":focus-within"))
			history.replaceState(null, "", address);
	}

	/** Says in red that a partner's name can't be, with the nearest that can. */
	#judgePartner(choice: Choice) {
		const partner = proposedPartner(choice.wrongPartner);
		this.#partner.ariaInvalid = `${!!choice.wrongPartner}`;
		this.#wrongPartner.hidden = !choice.wrongPartner;
		this.#proposal.hidden = !partner;
		this.#proposal.href = addressOf({ ...choice, partner });
		this.#proposed.textContent = partner;
	}

	#preview(ground: HTMLElement, choice: Choice) {
		const kind = ground.dataset.ground ?? "";
		const name = `cogsmith-${choice.element}`;
		let shown = ground.querySelector<HTMLElement>(name);
		if (!shown) {
			shown = document.createElement(name);
			ground.replaceChildren(shown);
		}
		const wanted: Record<string, string> = attributesOf(choice);
		wanted.theme ??= kind === "narrow" ? choice.theme : kind;
		for (const attribute of ["tool-id", "limit", "theme", "lang", "partner"]) {
			const value = wanted[attribute];
			if (value === undefined) shown.removeAttribute(attribute);
			// What is set anew is drawn anew.
			else if (shown.getAttribute(attribute) !== value) shown.setAttribute(attribute, value);
		}
		const { href, text } = linkOf(choice, this.#script.origin);
		const link = document.createElement("a");
		link.href = href;
		link.textContent = text;
		shown.replaceChildren(link);
		const chosen = new Map(chosenColours(choice));
		for (const name of colourNames) {
			shown.style.setProperty(`--cogsmith-${name}`, chosen.get(name) ?? "");
		}
	}

	/** Fills the list with the tools of a name; an answer that comes too late is dropped. */
	async #search(words: string) {
		this.#asked = words;
		const query = new URLSearchParams({ limit: "24", ...(words && { q: words }) });
		const found: unknown = await fetch(`/api/service?${query}`)
			.then((response) => (response.ok ? response.json() : undefined))
			.catch(() => undefined);
		if (this.#asked !== words) return;
		const status = this.#part("[data-search-status]");
		if (!Array.isArray(found)) {
			status.textContent = "The search did not work. Please try again.";
		} else if (found.length === 0) {
			status.textContent = "No tool has that name.";
		} else {
			status.textContent = `${found.length} tools to choose from.`;
			this.#tools.replaceChildren(...found.map(({ _id, name }) => new Option(name, _id)));
			this.#show();
		}
	}

	async #copy(button: HTMLElement) {
		const text = this.#part(`[data-snippet=${button.dataset.copy}]`).textContent;
		const said = await navigator.clipboard.writeText(text).then(
			() => "Copied",
			() => "Please copy it by hand",
		);
		button.textContent = said;
		this.#part("[data-copied]").textContent = said;
	}
}

customElements.define("cogsmith-configurator", Configurator);
