import { useEffect, useState } from "react";

/** Font size of the card field, set by the specification. */
const fontSize = "16px";

function themeColor(name: string): string {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function readStyle() {
	return {
		base: {
			fontSize,
			color: themeColor("--color-base-content"),
			iconColor: themeColor("--color-base-content"),
			"::placeholder": { color: themeColor("--color-secondary") },
		},
		invalid: { color: themeColor("--color-error"), iconColor: themeColor("--color-error") },
	};
}

/** The card field's style, read from the theme, because the provider's iframe can't use our stylesheet. */
export function useCardStyle(): ReturnType<typeof readStyle> | undefined {
	const [style, setStyle] = useState<ReturnType<typeof readStyle>>();
	useEffect(() => {
		const dark = matchMedia("(prefers-color-scheme: dark)");
		const update = () => setStyle(readStyle());
		update();
		dark.addEventListener("change", update);
		return () => dark.removeEventListener("change", update);
	}, []);
	return style;
}
