/** The custom element around the dialog of Find anything: it opens it, and loads the script that searches. */

class FindAnything extends HTMLElement {
	#opened: (() => void) | undefined;

	connectedCallback() {
		const [button, close] = this.querySelectorAll<HTMLElement>(
			"find-anything > button, [data-close]",
		);
		const key = this.querySelector("kbd");
		if (key && /Mac|iP/.test(navigator.platform)) key.textContent = "⌘ K";
		button?.addEventListener("click", this.#open);
		// Loads the script early, so that it is there when the dialog opens.
		button?.addEventListener("pointerenter", () => void this.#load());
		close?.addEventListener("click", () => this.#dialog?.close());
		// A click beside the box is one on the dialog itself.
		this.addEventListener("click", ({ target }) => {
			if (target instanceof HTMLDialogElement) target.close();
		});
		document.addEventListener("keydown", this.#onKey);
	}

	disconnectedCallback() {
		document.removeEventListener("keydown", this.#onKey);
	}

	get #dialog() {
		return this.querySelector("dialog");
	}

	#onKey = (event: KeyboardEvent) => {
		if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
		if (event.key.toLowerCase() !== "k") return;
		event.preventDefault();
		if (this.#dialog?.open) this.#dialog.close();
		// Another dialog asks something first.
		else if (!document.querySelector("dialog[open]")) this.#open();
	};

	#open = () => {
		this.#dialog?.showModal();
		this.querySelector("input")?.select();
		this.#opened?.();
		this.#load();
	};

	async #load() {
		if (this.#opened) return;
		// Without the script the pages' links still work.
		const script = await import("../../islands/find/find.ts").catch(() => undefined);
		if (!script || this.#opened) return;
		this.#opened = script.startFinding(this);
		if (this.#dialog?.open) this.#opened();
	}
}

customElements.define("find-anything", FindAnything);
