/** Searches and lists what Find anything finds: a combobox with a listbox (ARIA Authoring Practices Guide: Combobox). */

import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/find.ts";
import { sitePaths } from "../../paths/site.ts";
import { staffPaths } from "../../paths/staff.ts";
import { findEndpoint } from "../../shop/find/find.api.ts";
import type { Found } from "../../shop/find/find.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";
import { type Choice, isWordsIn, readRecent, storeRecent } from "./choices.ts";

/** How long typing must pause before the server is asked, in milliseconds. */
const debounceMs = 150;

/** Prepares the element of FindAnything.astro. Returns what to call each time the dialog opens. */
export function startFinding(root: HTMLElement): () => void {
	const dialog = need<HTMLDialogElement>(root, "dialog");
	const input = need<HTMLInputElement>(root, "input");
	const list = need<HTMLElement>(root, "[role=listbox]");
	const pages = need<HTMLElement>(root, "[data-pages]");
	const status = need<HTMLElement>(root, "[role=status]");
	const recent = newGroup(texts.recent);
	const groups = [common.orders, common.tools, common.customers].map(newGroup);
	list.prepend(recent);
	list.append(...groups);

	let request: AbortController | undefined;
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** What the results shown belong to. */
	let foundFor = "";
	/** Enter was pressed before the results were there. */
	let chooseWhenFound = false;
	let active: HTMLElement | undefined;

	const query = () => input.value.trim();
	const options = () => [...list.querySelectorAll<HTMLElement>("a:not([hidden])")];

	const activate = (option: HTMLElement | undefined) => {
		active?.setAttribute("aria-selected", "false");
		active = option;
		active?.setAttribute("aria-selected", "true");
		active?.scrollIntoView({ block: "nearest" });
		if (active) input.setAttribute("aria-activedescendant", active.id);
		else input.removeAttribute("aria-activedescendant");
	};

	/** Hides empty groups, and keeps the active option or takes the first one. */
	const refresh = () => {
		for (const group of list.children) {
			if (group instanceof HTMLElement) group.hidden = !group.querySelector("a:not([hidden])");
		}
		const shown = options();
		list.hidden = shown.length === 0;
		input.setAttribute("aria-expanded", String(shown.length > 0));
		activate(active && shown.includes(active) ? active : shown[0]);
	};

	const show = (results: Found | undefined) => {
		const choices = results ? toChoices(results) : [];
		for (const [index, group] of groups.entries()) fill(group, choices[index] ?? []);
		refresh();
	};

	const ask = async (q: string) => {
		request = new AbortController();
		const { signal } = request;
		try {
			const results = await call(findEndpoint, { query: { q }, signal });
			foundFor = q;
			show(results);
			const count = options().length;
			status.textContent = count > 0 ? texts.foundCount(count) : texts.nothingFound(q);
			if (chooseWhenFound) active?.click();
		} catch (error) {
			// A newer search has taken its place.
			if (signal.aborted || redirectIfSignedOut(error)) return;
			show(undefined);
			status.textContent = errorMessage(error);
		}
		chooseWhenFound = false;
	};

	const update = () => {
		const q = query();
		clearTimeout(timer);
		request?.abort();
		chooseWhenFound = false;
		fill(recent, q ? [] : readRecent());
		for (const page of pages.querySelectorAll("a"))
			page.hidden = !isWordsIn(q, page.textContent ?? "");
		active = undefined;
		if (!q) {
			foundFor = "";
			status.textContent = "";
			show(undefined);
			return;
		}
		status.textContent = common.searching;
		refresh();
		timer = setTimeout(() => void ask(q), debounceMs);
	};

	const choose = () => {
		const isPage = active && pages.contains(active);
		// The results of other letters could be anyone's.
		if (query() && !isPage && foundFor !== query()) chooseWhenFound = true;
		else active?.click();
	};

	const move = (step: number) => {
		const shown = options();
		const at = active ? shown.indexOf(active) : -1;
		activate(shown.at((at + step) % shown.length));
	};

	input.addEventListener("input", update);
	input.addEventListener("keydown", (event) => {
		// An input method takes these keys while it composes.
		if (event.isComposing || !["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) return;
		event.preventDefault();
		if (event.key === "Enter") choose();
		else move(event.key === "ArrowDown" ? 1 : -1);
	});
	list.addEventListener("click", ({ target }) => {
		const link = target instanceof Element ? target.closest("a") : null;
		if (!link) return;
		const [name = "", detail = ""] = [...link.children].map(({ textContent }) => textContent ?? "");
		storeRecent({ href: link.getAttribute("href") ?? "", name, detail });
	});
	dialog.addEventListener("close", () => {
		clearTimeout(timer);
		request?.abort();
	});
	return update;
}

/** The choices of each kind. Lines of one order have one page, and are one choice. */
function toChoices({ orders, tools, users }: Found): Choice[][] {
	const checkouts = new Map(orders.toReversed().map((order) => [order.orderId, order]));
	return [
		orders
			.filter((order) => checkouts.get(order.orderId) === order)
			.map(({ orderId, orderNumber, name, quantity, state, UserName, email }) => ({
				href: sitePaths.order(orderId),
				name: texts.orderTitle(quantity, name),
				detail: texts.orderDetail(
					formatOrderNumber(orderNumber),
					state,
					UserName,
					shownEmail(email),
				),
			})),
		tools.map(({ _id, name, quantity }) => ({
			href: staffPaths.product(_id),
			name,
			detail: texts.inStock(quantity),
		})),
		users.map(({ _id, email, name }) => ({
			href: (_id === email ? staffPaths.guest : staffPaths.customer)(_id),
			name,
			detail: shownEmail(email),
		})),
	];
}

function newGroup(name: string): HTMLElement {
	const group = document.createElement("div");
	const heading = document.createElement("p");
	heading.id = `find-${name}`;
	heading.textContent = name;
	heading.setAttribute("role", "presentation");
	group.setAttribute("role", "group");
	group.setAttribute("aria-labelledby", heading.id);
	group.append(heading);
	return group;
}

function fill(group: HTMLElement, choices: Choice[]): void {
	const heading = group.firstElementChild;
	if (heading) group.replaceChildren(heading, ...choices.map(toOption(heading.id)));
}

const toOption =
	(prefix: string) =>
	({ href, name, detail }: Choice, index: number): HTMLElement => {
		const option = document.createElement("a");
		option.id = `${prefix}-${index}`;
		option.href = href;
		option.tabIndex = -1;
		option.setAttribute("role", "option");
		option.setAttribute("aria-selected", "false");
		const [title, note] = [document.createElement("span"), document.createElement("small")];
		title.textContent = name;
		note.textContent = detail;
		option.append(title, " ", note);
		return option;
	};

function need<E extends Element>(root: HTMLElement, selector: string): E {
	const element = root.querySelector<E>(selector);
	if (!element) throw new Error(`Find anything has no ${selector}`);
	return element;
}
