/** What both elements have in common: attributes, loading, states, events. */

import type { ElementEvents } from "./events.ts";
import { shownBy } from "./links.ts";
import { load } from "./load.ts";
import { build } from "./nodes.ts";
import { origin } from "./origin.ts";
import { partnerPattern } from "./partner.ts";
import style from "./style.css";
import { fallback, loadingView, type Setting, type View } from "./views.ts";
import { speech } from "./words.ts";

/** Servers that render React have no HTMLElement; importing the classes there does no harm. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

type EventName = keyof ElementEvents extends `cogsmith-${infer Name}` ? Name : never;

/** The one stylesheet all elements share; a constructed one is no inline style to a content policy. */
let sheet: CSSStyleSheet | undefined;

/** Attributes of both elements, each also a property in camel case. */
export const common = ["partner", "theme", "lang", "loading", "heading-level"];

/**
 * Gives a class a property for each attribute: setting one sets the other. Gives the attributes'
 * names. Browsers ask for them as they register the class, so a class nobody registers costs nothing.
 */
export function reflect(element: { prototype: object }, own: string): string[] {
	const attributes = [own, ...common];
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
 * The ground of both elements.
 *
 * @attr {string} partner - Name of the site that shows the element, a-z, 0-9 and -, at most 32; links carry it
 * @attr {"light" | "dark" | "auto"} theme - auto, the default, follows the color-scheme of the page around it
 * @attr {string} lang - Language of the element's own words; else that of the page around it
 * @attr {"lazy" | "eager"} loading - lazy, the default, loads when the element comes near the window
 * @attr {1 | 2 | 3 | 4 | 5 | 6} heading-level - Level of the headings; 3 where nothing is said
 * @fires cogsmith-load - There is something to see
 * @fires cogsmith-error - It could not be had: detail.code is offline, timeout, http, not-found or invalid
 * @fires cogsmith-select - A tool's link was followed: detail is {toolId, href}; cancel it to stay
 * @cssprop --cogsmith-font - Typeface
 * @cssprop --cogsmith-fg - Text
 * @cssprop --cogsmith-bg - Ground
 * @cssprop --cogsmith-muted - Lesser text
 * @cssprop --cogsmith-accent - Button and focus
 * @cssprop --cogsmith-on-accent - Text on the button
 * @cssprop --cogsmith-border - Lines
 * @cssprop --cogsmith-radius - Corners
 * @cssprop --cogsmith-gap - Space between the lines of a card
 * @cssprop --cogsmith-star - Stars
 * @cssprop --cogsmith-card-max-width - Widest a card gets
 * @csspart root - The outermost box, but for an element that failed: that has none
 * @csspart title - A heading: the tool's name, the reviewer's name
 * @csspart link - A link to the tool, to all reviews
 * @csspart skeleton - The box while there is nothing to show yet
 * @csspart error - The place of the page's own link, all that is left of an element that failed
 */
export abstract class CogsmithElement<Data = unknown> extends Base {
	declare partner: string | null | undefined;
	declare theme: string | null | undefined;
	declare loading: string | null | undefined;
	declare headingLevel: string | number | null | undefined;
	#data: Data | undefined;
	/** The path whose data is shown or on its way. */
	#asked: string | undefined;
	/** Counts the starts: an answer to any but the last comes too late. */
	#turn = 0;
	#near: IntersectionObserver | undefined;
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

	/** Path of the data below /embed/v1; undefined while an attribute that is needed is missing. */
	protected abstract path(): string | undefined;
	protected abstract holds(data: unknown): data is Data;
	protected abstract view(data: Data, setting: Setting): View;

	connectedCallback(): void {
		// Properties that were set before this class was there hide the ones it brings.
		const own = this as Record<string, unknown>;
		for (const [key, value] of Object.entries(own)) {
			delete own[key];
			own[key] = value;
		}
		if (!this.#data) this.#asked = undefined;
		this.#start();
	}

	disconnectedCallback(): void {
		// What is on its way comes too late: pictures in an element that was taken out would keep it alive.
		this.#turn++;
		this.#near?.disconnect();
	}

	attributeChangedCallback(): void {
		// While the browser upgrades an element that was there first, connectedCallback is yet to come.
		if (this.#turn && this.isConnected) this.#start();
	}

	/** Loads once the element is near the window, or only draws again where its data is the same. */
	#start(): void {
		const path = this.path();
		if (path && path === this.#asked) {
			if (this.#data) this.#draw(this.#data);
			return;
		}
		this.#near?.disconnect();
		this.#asked = path;
		this.#data = undefined;
		// What a server rendered stays until there is something newer.
		if (this.#turn++ || !this.#root.firstElementChild) {
			this.#show(path ? loadingView(this.#setting(), path) : fallback(this.#setting(), "error"));
		}
		if (!path) return;
		if (this.getAttribute("loading") === "eager") {
			void this.#load(path);
			return;
		}
		this.#near = new IntersectionObserver(
			(entries, near) => {
				if (!entries.at(-1)?.isIntersecting) return;
				near.disconnect();
				void this.#load(path);
			},
			{ rootMargin: "300px" },
		);
		this.#near.observe(this);
	}

	async #load(path: string): Promise<void> {
		const turn = this.#turn;
		const data = await load(path);
		if (turn !== this.#turn) return;
		if (this.holds(data)) {
			this.#data = data;
			this.#draw(data);
			this.#emit("load");
		} else {
			this.#show(fallback(this.#setting(), "error", path));
			this.#emit("error", { code: typeof data === "string" ? data : "invalid" });
		}
	}

	#draw(data: Data): void {
		this.#show(this.view(data, this.#setting()));
	}

	#setting(): Setting {
		const partner = this.getAttribute("partner") ?? "";
		const level = `${this.getAttribute("heading-level")}`;
		return {
			shop: origin,
			speech: speech(this.closest<HTMLElement>("[lang]")?.lang),
			level: /^[1-6]$/.test(level) ? level : "3",
			partner: partnerPattern.test(partner) ? partner : "",
			now: Date.now(),
		};
	}

	/** Puts a view in place of what is there, unless it is the same; whoever had the focus keeps it. */
	#show(view: View): void {
		const shown = build(view) as Element;
		const old = this.#root.firstElementChild;
		if (old?.isEqualNode(shown)) return;
		const focused = this.matches(":focus-within");
		this.#root.replaceChildren(shown);
		if (focused) shown.querySelector("a")?.focus();
	}

	#clicked(event: Event): void {
		const link = (event.target as Element).closest("a");
		const [, toolId] = (link && shownBy(link)) || [];
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
