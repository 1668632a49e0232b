/** Builds nodes from views with DOM methods only: no HTML is parsed. */
import type { View } from "./views.ts";

/** Builds the node of a view; a text stays a string. */
export function build(view: View): Node | string {
	if (!Array.isArray(view)) return (view as string) || "";
	const [name, attributes, ...children] = view as Exclude<View, string | false | undefined>;
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
	(element as ParentNode).append(...children.filter(Boolean).map(build));
	return element;
}
