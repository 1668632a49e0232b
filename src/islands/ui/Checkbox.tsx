import type { ComponentProps } from "react";

/** A box to tick, with its label beside it. */
export function Checkbox({ children, className = "", ...input }: ComponentProps<"input">) {
	return (
		<label className={`flex min-h-6 items-center pointer-coarse:min-h-11 gap-3 ${className}`}>
			<input {...input} type="checkbox" className="size-6 shrink-0" />
			{children}
		</label>
	);
}
