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
	#form = this.querySelector("form");
	#script: Script = JSON.parse(this.dataset.script ?? "{}");
	#searching: ReturnType<typeof setTimeout> | undefined;
	#asked = "";

	connectedCallback() {
		this.#form?.addEventListener("input", this.#changed);
		this.#form?.addEventListener("submit", this.#submitted);
		this.addEventListener("click", this.#copy);
		this.addEventListener("click", this.#takeProposal);
		this.#show();
	}

	#submitted = (event: Event) => {
		event.preventDefault();
		this.#show();
	};

	#changed = (event: Event) => {
		const field = event.target;
		if (field instanceof HTMLInputElement && field.name === "q") {
			clearTimeout(this.#searching);
			this.#searching = setTimeout(() => this.#search(field.value), typingPause);
		} else this.#show();
	};

	#choice(): Choice {
		const fields = new URLSearchParams();
		if (this.#form) {
			for (const [name, value] of new FormData(this.#form)) fields.set(name, String(value));
		}
		const option = this.#tools()?.selectedOptions[0];
		return choiceOf(fields, { _id: option?.value ?? "", name: option?.textContent?.trim() ?? "" });
	}

	#tools(): HTMLSelectElement | null {
		const field = this.querySelector('[name="tool"]');
		return field instanceof HTMLSelectElement ? field : null;
	}

	#show() {
		const choice = this.#choice();
		for (const [name, text] of Object.entries(snippets(choice, this.#script))) {
			const place = this.querySelector(`[data-snippet="${name}"]`);
			if (place) place.textContent = text;
		}
		for (const ground of this.querySelectorAll<HTMLElement>("[data-ground]")) {
			this.#preview(ground, choice);
		}
		this.#judgePartner(choice);
		const address = addressOf(choice);
		this.querySelector("[data-restore]")?.setAttribute("href", address);
		if (location.search || this.#form?.matches(":focus-within"))
			history.replaceState(null, "", address);
	}

	/** Says in red that a partner's name can't be, with the nearest that can. */
	#judgePartner(choice: Choice) {
		const { wrongPartner: wrong } = choice;
		const field = this.querySelector('[name="partner"]');
		const message = this.querySelector<HTMLElement>("[data-wrong-partner]");
		const proposal = this.querySelector<HTMLAnchorElement>("[data-proposal]");
		const proposed = this.querySelector("[data-proposed]");
		if (!field || !message || !proposal || !proposed) return;
		const partner = proposedPartner(wrong);
		field.setAttribute("aria-invalid", String(wrong !== ""));
		message.hidden = wrong === "";
		proposal.hidden = partner === "";
		proposal.href = addressOf({ ...choice, partner });
		proposal.dataset.proposal = partner;
		proposed.textContent = partner;
	}

	#preview(ground: HTMLElement, choice: Choice) {
		const { ground: kind = "" } = ground.dataset;
		const name = `cogsmith-${choice.element}`;
		let shown = ground.firstElementChild;
		if (shown?.localName !== name) {
			const made = document.createElement(name);
			ground.replaceChildren(made);
			shown = made;
		}
		const theme = choice.theme === "auto" && kind !== "narrow" ? kind : choice.theme;
		const wanted: Record<string, string> = { ...attributesOf(choice), theme };
		for (const attribute of ["tool-id", "limit", "theme", "lang", "partner"]) {
			const value = wanted[attribute];
			if (value === undefined) shown.removeAttribute(attribute);
			else if (shown.getAttribute(attribute) !== value) shown.setAttribute(attribute, value);
		}
		const { href, text } = linkOf(choice, this.#script.origin);
		const link = document.createElement("a");
		link.href = href;
		link.textContent = text;
		shown.replaceChildren(link);
		if (!(shown instanceof HTMLElement)) return;
		for (const name of colourNames) shown.style.removeProperty(`--cogsmith-${name}`);
		for (const [name, value] of chosenColours(choice)) {
			shown.style.setProperty(`--cogsmith-${name}`, value);
		}
	}

	/** Fills the list with the tools of a name; an answer that comes too late is dropped. */
	async #search(words: string) {
		this.#asked = words;
		const query = new URLSearchParams({ limit: "24", ...(words.trim() && { q: words.trim() }) });
		const found: unknown = await fetch(`/api/service?${query}`)
			.then((response) => (response.ok ? response.json() : undefined))
			.catch(() => undefined);
		const tools = this.#tools();
		const status = this.querySelector("[data-search-status]");
		if (this.#asked !== words || !tools || !status) return;
		if (!Array.isArray(found)) {
			status.textContent = "The search did not work. Please try again.";
			return;
		}
		status.textContent =
			found.length === 0 ? "No tool has that name." : `${found.length} tools to choose from.`;
		if (found.length === 0) return;
		const options = found.map(({ _id, name }) => new Option(String(name), String(_id)));
		tools.replaceChildren(...options);
		this.#show();
	}

	#takeProposal = (event: Event) => {
		const link = event.target instanceof Element ? event.target.closest("[data-proposal]") : null;
		const field = this.querySelector('[name="partner"]');
		if (!(link instanceof HTMLElement) || !(field instanceof HTMLInputElement)) return;
		event.preventDefault();
		field.value = link.dataset.proposal ?? "";
		field.focus();
		this.#show();
	};

	#copy = async (event: Event) => {
		const button = event.target instanceof Element ? event.target.closest("button") : null;
		const name = button?.dataset.copy;
		if (!button || !name) return;
		const text = this.querySelector(`[data-snippet="${name}"]`)?.textContent ?? "";
		const copied = await navigator.clipboard.writeText(text).then(
			() => true,
			() => false,
		);
		const said = copied ? "Copied" : "Please copy it by hand";
		button.textContent = said;
		const status = this.querySelector("[data-copied]");
		if (status) status.textContent = said;
	};
}

customElements.define("cogsmith-configurator", Configurator);
