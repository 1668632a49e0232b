import type { ComponentProps } from "react";
import { useHydrated } from "./useHydrated.ts";

interface Props extends Omit<ComponentProps<"button">, "type" | "className"> {
	/** The classes beside `btn`. */
	look?: string;
}

/** A button that does something in the page. Disabled until hydration: before, a click would be lost. */
export function Button({ look = "btn-outline", disabled = false, ...button }: Props) {
	const hydrated = useHydrated();
	return (
		<button
			{...button}
			type="button"
			className={`btn ${look}`.trim()}
			disabled={!hydrated || disabled}
		/>
	);
}
