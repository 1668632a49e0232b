/** The base class of both elements: attributes, loading, states, events. */

import type { ElementEvents } from "./events.ts";
import { matchShopLink } from "./links.ts";
import { load } from "./load.ts";
import { build } from "./nodes.ts";
import { origin } from "./origin.ts";
import { partnerPattern } from "./partner.ts";
import style from "./style.css";
import { fallbackLink, loadingView, type View, type ViewContext } from "./views.ts";
import { localeFor } from "./words.ts";

/** Servers have no HTMLElement, but importing the classes must not fail there. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

type EventName = keyof ElementEvents extends `cogsmith-${infer Name}` ? Name : never;

/** The stylesheet all elements share. A content policy does not treat a constructed one as inline. */
let sheet: CSSStyleSheet | undefined;

/** The attributes of both elements, each also a property in camel case. */
export const commonAttributes = ["partner", "theme", "lang", "loading", "heading-level"];

/**
 * Defines a property for each attribute: setting one sets the other. Returns the attributes' names.
 * Browsers read `observedAttributes` when they register the class, so an unregistered class costs nothing.
 */
export function reflect(element: { prototype: object }, ownAttribute: string): string[] {
	const attributes = [ownAttribute, ...commonAttributes];
	for (const name of attributes) {
		const key = name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase());
		Object.defineProperty(element.prototype, key, {
			configurable: true,
			get(this: Element) {
				return this.getAttribute(name);
			},
			set(this: Element, value: unknown) {
				if (value == null) this.removeAttribute(name);
				else this.setAttribute(name, `${value}`);
			},
		});
	}
	return attributes;
}

/**
 * The base class of both elements.
 *
 * @attr {string} partner - Name of the site that shows the element, a-z, 0-9 and -, at most 32; links carry it
 * @attr {"light" | "dark" | "auto"} theme - auto, the default, follows the color-scheme of the page around it
 * @attr {string} lang - Language of the element's texts; by default that of the page around it
 * @attr {"lazy" | "eager"} loading - lazy, the default, loads when the element comes near the viewport
 * @attr {1 | 2 | 3 | 4 | 5 | 6} heading-level - Level of the headings; 3 by default
 * @fires cogsmith-load - The element shows its data
 * @fires cogsmith-error - Loading failed: detail.code is offline, timeout, http, not-found or invalid
 * @fires cogsmith-select - A tool's link was clicked: detail is {toolId, href}; cancel it to stay
 * @cssprop --cogsmith-font - Font family
 * @cssprop --cogsmith-fg - Text
 * @cssprop --cogsmith-bg - Background
 * @cssprop --cogsmith-muted - Secondary text
 * @cssprop --cogsmith-accent - Button and focus ring
 * @cssprop --cogsmith-on-accent - Text on the button
 * @cssprop --cogsmith-border - Borders
 * @cssprop --cogsmith-radius - Corner radius
 * @cssprop --cogsmith-gap - Gap between the lines of a card
 * @cssprop --cogsmith-star - Stars
 * @cssprop --cogsmith-card-max-width - Maximum width of a card
 * @csspart root - The outermost box; absent after an error
 * @csspart title - A heading: the tool's name, the reviewer's name
 * @csspart link - A link to the tool, to all reviews
 * @csspart skeleton - The box while the element loads
 * @csspart error - The page's own link after an error
 */
export abstract class CogsmithElement<Data = unknown> extends Base {
	declare partner: string | null | undefined;
	declare theme: string | null | undefined;
	declare loading: string | null | undefined;
	declare headingLevel: string | number | null | undefined;
	#data: Data | undefined;
	/** The path whose data is shown or loading. */
	#requestedPath: string | undefined;
	/** Counts the starts: responses to all but the last one are ignored. */
	#loadId = 0;
	#observer: IntersectionObserver | undefined;
	#root: ShadowRoot;

	constructor() {
		super();
		const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
		this.#root = root;
		if (!sheet) {
			sheet = new CSSStyleSheet();
			sheet.replaceSync(style);
		}
		root.adoptedStyleSheets = [sheet];
		root.querySelector("style")?.remove();
		root.addEventListener("click", (event) => this.#clicked(event));
	}

	/** The data's path below /embed/v1; undefined while a required attribute is missing. */
	protected abstract path(): string | undefined;
	protected abstract accepts(data: unknown): data is Data;
	protected abstract view(data: Data, context: ViewContext): View;

	connectedCallback(): void {
		// Properties that were set before the upgrade hide the class's own.
		const properties = this as Record<string, unknown>;
		for (const [key, value] of Object.entries(properties)) {
			delete properties[key];
			properties[key] = value;
		}
		if (!this.#data) this.#requestedPath = undefined;
		this.#start();
	}

	disconnectedCallback(): void {
		// Ignores pending responses: images in a removed element would keep it in memory.
		this.#loadId++;
		this.#observer?.disconnect();
	}

	attributeChangedCallback(): void {
		// During an upgrade, the browser calls this before connectedCallback.
		if (this.#loadId && this.isConnected) this.#start();
	}

	/** Loads once the element is near the viewport, or only draws again if its data is the same. */
	#start(): void {
		const path = this.path();
		if (path && path === this.#requestedPath) {
			if (this.#data) this.#draw(this.#data);
			return;
		}
		this.#observer?.disconnect();
		this.#requestedPath = path;
		this.#data = undefined;
		this.style.minHeight = "";
		// Server-rendered content stays until the data is loaded.
		if (this.#loadId++ || !this.#root.firstElementChild) {
			this.#show(
				path ? loadingView(this.#viewContext(), path) : fallbackLink(this.#viewContext(), "error"),
			);
		}
		if (!path) return;
		if (this.getAttribute("loading") === "eager") {
			void this.#load(path);
			return;
		}
		this.#observer = new IntersectionObserver(
			(entries, observer) => {
				if (!entries.at(-1)?.isIntersecting) return;
				observer.disconnect();
				void this.#load(path);
			},
			{ rootMargin: "300px" },
		);
		this.#observer.observe(this);
	}

	async #load(path: string): Promise<void> {
		const loadId = this.#loadId;
		const data = await load(path);
		if (loadId !== this.#loadId) return;
		if (this.accepts(data)) {
			this.#data = data;
			this.#draw(data);
			this.#emit("load");
		} else {
			// The page's own link alone needs none of the space that the page reserves for the element.
			this.style.minHeight = "0";
			this.#show(fallbackLink(this.#viewContext(), "error", path));
			this.#emit("error", { code: typeof data === "string" ? data : "invalid" });
		}
	}

	#draw(data: Data): void {
		this.#show(this.view(data, this.#viewContext()));
	}

	#viewContext(): ViewContext {
		const partner = this.getAttribute("partner") ?? "";
		const level = `${this.getAttribute("heading-level")}`;
		return {
			shop: origin,
			locale: localeFor(this.closest<HTMLElement>("[lang]")?.lang),
			level: /^[1-6]$/.test(level) ? level : "3",
			partner: partnerPattern.test(partner) ? partner : "",
			now: Date.now(),
		};
	}

	/** Replaces the current view unless the new one is the same. Restores the focus. */
	#show(view: View): void {
		const node = build(view) as Element;
		const current = this.#root.firstElementChild;
		if (current?.isEqualNode(node)) return;
		const focused = this.matches(":focus-within");
		this.#root.replaceChildren(node);
		if (focused) node.querySelector("a")?.focus();
	}

	#clicked(event: Event): void {
		const link = (event.target as Element).closest("a");
		const [, toolId] = (link && matchShopLink(link)) || [];
		if (link && toolId && !this.#emit("select", { toolId, href: link.href }))
			event.preventDefault();
	}

	#emit<Name extends EventName>(
		name: Name,
		detail?: ElementEvents[`cogsmith-${Name}`]["detail"],
	): boolean {
		return this.dispatchEvent(
			new CustomEvent(`cogsmith-${name}`, {
				detail,
				bubbles: true,
				composed: true,
				cancelable: true,
			}),
		);
	}
}
