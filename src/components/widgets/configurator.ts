/** Updates preview, snippets and URL as the configurator's form changes. */
import * as texts from "../../messages/widgets.ts";
import { colourNames } from "../../shop/embeds/iframe.ts";
import {
	type Choice,
	choiceQuery,
	chosenColours,
	elementAttributes,
	parseChoice,
	shopLink,
	snippets,
	suggestPartner,
	type WidgetScript,
} from "../../shop/embeds/snippets.ts";
import { configuratorSearchUrl } from "../script-urls.ts";

class Configurator extends HTMLElement {
	#form = this.#part<HTMLFormElement>("form");
	#partner = this.#part<HTMLInputElement>("[name=partner]");
	#invalidPartner = this.#part("[data-wrong-partner]");
	#proposal = this.#part<HTMLAnchorElement>("[data-proposal]");
	#proposed = this.#part("[data-proposed]");
	#script: WidgetScript = JSON.parse(this.dataset.script ?? "");

	connectedCallback() {
		this.#form.addEventListener("input", ({ target }) => {
			if (target instanceof HTMLInputElement && target.name === "q")
				import(/* @vite-ignore */ configuratorSearchUrl);
			else this.#render();
		});
		this.#form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.#render();
		});
		this.#proposal.addEventListener("click", (event) => {
			event.preventDefault();
			this.#partner.value = this.#proposed.textContent;
			this.#partner.focus();
			this.#render();
		});
		for (const button of this.querySelectorAll<HTMLElement>("[data-copy]")) {
			button.addEventListener("click", () => this.#copy(button));
		}
		this.#render();
	}

	/** Returns a child element that must exist. */
	#part<Part extends HTMLElement>(selector: string): Part {
		const part = this.querySelector<Part>(selector);
		if (!part) throw new Error(selector);
		return part;
	}

	#render() {
		const tool = this.querySelector<HTMLOptionElement>("[name=tool] > :checked");
		const choice = parseChoice(
			new FormData(this.#form),
			{ _id: tool?.value ?? "", name: tool?.text ?? "" },
			this.#script.colours,
		);
		for (const [name, text] of Object.entries(snippets(choice, this.#script))) {
			this.#part(`[data-snippet=${name}]`).textContent = text;
		}
		for (const background of this.querySelectorAll<HTMLElement>("[data-ground]")) {
			this.#preview(background, choice);
		}
		this.#validatePartner(choice);
		const query = choiceQuery(choice);
		this.#part<HTMLAnchorElement>("[data-restore]").href = query;
		if (location.search || this.#form.matches(":focus-within"))
			history.replaceState(null, "", query);
	}

	/** Shows an error for an invalid partner name, with a suggestion. */
	#validatePartner(choice: Choice) {
		const partner = suggestPartner(choice.invalidPartner);
		this.#partner.ariaInvalid = `${!!choice.invalidPartner}`;
		this.#invalidPartner.hidden = !choice.invalidPartner;
		// A name that we can't count would be copied into pages for years.
		for (const button of this.querySelectorAll<HTMLButtonElement>("[data-copy]"))
			button.disabled = !!choice.invalidPartner;
		this.#proposal.hidden = !partner;
		this.#proposal.href = choiceQuery({ ...choice, partner });
		this.#proposed.textContent = partner;
	}

	#preview(background: HTMLElement, choice: Choice) {
		const ground = background.dataset.ground ?? "";
		const name = `cogsmith-${choice.element}`;
		let element = background.querySelector<HTMLElement>(name);
		if (!element) {
			element = document.createElement(name);
			background.replaceChildren(element);
		}
		const attributes: Record<string, string> = elementAttributes(choice);
		attributes.theme ??= ground === "narrow" ? choice.theme : ground;
		for (const attribute of ["tool-id", "limit", "theme", "lang", "partner"]) {
			const value = attributes[attribute];
			if (value === undefined) element.removeAttribute(attribute);
			// Setting an attribute renders the element again.
			else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
		}
		const link = shopLink(choice, this.#script.origin);
		element.replaceChildren(Object.assign(document.createElement("a"), link));
		const chosen = new Map(chosenColours(choice));
		for (const name of colourNames) {
			element.style.setProperty(`--cogsmith-${name}`, chosen.get(name) ?? "");
		}
	}

	async #copy(button: HTMLElement) {
		const text = this.#part(`[data-snippet=${button.dataset.copy}]`).textContent;
		const message = await navigator.clipboard.writeText(text).then(
			() => texts.copied,
			() => texts.copyManually,
		);
		button.textContent = message;
		this.#part("[data-copied]").textContent = message;
	}
}

customElements.define("cogsmith-configurator", Configurator);
