import type { ComponentProps } from "react";
import { useHydrated } from "./useHydrated.ts";

interface Props extends Omit<ComponentProps<"button">, "className"> {
	/** The classes beside `btn`. */
	look?: string;
}

/** A button that does something in the page, or submits a form. Disabled until hydration: before, a click would be lost. */
export function Button({ look = "btn-outline", disabled = false, ...button }: Props) {
	const hydrated = useHydrated();
	return (
		<button
			type="button"
			{...button}
			className={`btn ${look}`.trim()}
			disabled={!hydrated || disabled}
		/>
	);
}
