import { useEffect, useState } from "react";

/** The value of one of the theme's custom properties, such as `--color-error`. */
export function themeValue(name: string): string {
	return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * What `read` returns in the current theme, because the provider's iframe can't use our stylesheet.
 * Undefined until the page is hydrated.
 */
export function useThemed<Style>(read: () => Style): Style | undefined {
	const [style, setStyle] = useState<Style>();
	useEffect(() => {
		const dark = matchMedia("(prefers-color-scheme: dark)");
		const update = () => setStyle(read());
		update();
		dark.addEventListener("change", update);
		return () => dark.removeEventListener("change", update);
	}, [read]);
	return style;
}
