/** How the Markdown of content/ is rendered. */
import { type SatteriProcessorOptions, satteri } from "@astrojs/markdown-satteri";

/**
 * A code sample scrolls horizontally, with the keyboard too, so screen readers need its name: the title
 * after the language, as in ```js title="A store".
 */
const codeSamples: SatteriProcessorOptions["hastPlugins"] = [
	{
		name: "code-samples",
		element: {
			filter: ["pre"],
			visit(pre, context) {
				const [code] = pre.children;
				if (code?.type !== "element") return;
				const meta = code.data && "meta" in code.data ? String(code.data.meta) : "";
				const title = /\btitle="(.*)"/.exec(meta)?.[1];
				context.setProperty(pre, "role", "group");
				context.setProperty(pre, "ariaLabel", title ?? "Code sample");
				context.setProperty(pre, "tabIndex", 0);
				context.setProperty(code, "className", null);
			},
		},
	},
];

/** Quotes stay as they are written. A definition list is a term with `: ` and its text below. */
export const markdown = {
	syntaxHighlight: false,
	processor: satteri({
		features: { definitionList: true, smartPunctuation: false },
		hastPlugins: codeSamples,
	}),
} as const;
