/** Renders views as HTML on a server: declarative shadow DOM that is upgraded in place. */
import type { View } from "./views.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for HTML, between tags or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

const voidElements = new Set(["img"]);

/** Renders a view as HTML. */
export function toHtml(view: View): string {
	if (!view) return "";
	if (typeof view === "string") return escapeHtml(view);
	const [name, attributes, ...children] = view;
	const attributeText = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
		.join("");
	return voidElements.has(name)
		? `<${name}${attributeText}>`
		: `<${name}${attributeText}>${children.map(toHtml).join("")}</${name}>`;
}

/** Renders an element with its view as declarative shadow DOM, its style and its fallback link. */
export function shadowHtml(
	element: string,
	attributes: Record<string, string>,
	view: View,
	style: string,
	link: { href: string; text: string },
): string {
	const shadow = `<template shadowrootmode="open"><style>${style}</style>${toHtml(view)}</template>`;
	const openTag = toHtml([element, attributes]).replace(`</${element}>`, "");
	return `${openTag}${shadow}${toHtml(["a", { href: link.href }, link.text])}</${element}>`;
}
