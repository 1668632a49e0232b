/** Views as text, for those who render on a server: declarative shadow DOM that later upgrades in place. */
import type { View } from "./views.ts";

const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => named[sign] ?? sign);
}

const empty = new Set(["img"]);

/** A view as HTML. */
export function toHtml(view: View): string {
	if (!view) return "";
	if (typeof view === "string") return escapeHtml(view);
	const [name, attributes, ...children] = view;
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
		.join("");
	return empty.has(name)
		? `<${name}${written}>`
		: `<${name}${written}>${children.map(toHtml).join("")}</${name}>`;
}

/** An element with its view as declarative shadow DOM, its style, and the link it falls back to. */
export function declared(
	element: string,
	attributes: Record<string, string>,
	view: View,
	style: string,
	link: { href: string; text: string },
): string {
	const shadow = `<template shadowrootmode="open"><style>${style}</style>${toHtml(view)}</template>`;
	const opened = toHtml([element, attributes]).replace(`</${element}>`, "");
	return `${opened}${shadow}${toHtml(["a", { href: link.href }, link.text])}</${element}>`;
}
