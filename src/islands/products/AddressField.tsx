import { type ComponentProps, useId } from "react";
import * as common from "../../messages.common.ts";
import { addressHint } from "../../messages.products.ts";
import { maxAddressLength } from "../../shop/tools/addresses.ts";
import { sitePaths } from "../../site-paths.ts";
import { FieldError } from "../ui/Field.tsx";

/** The last part of the address of a tool's page, after what all of them begin with. */
export function AddressField({
	error,
	...input
}: { error: string | undefined } & ComponentProps<"input">) {
	const id = useId();
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{common.address}
			</label>
			<div className="flex items-center gap-1">
				<span id={`${id}-start`} className="text-quiet">
					{sitePaths.tools}/
				</span>
				<input
					{...input}
					id={id}
					type="text"
					maxLength={maxAddressLength}
					autoCapitalize="none"
					autoComplete="off"
					spellCheck={false}
					className={`input w-full text-base ${error ? "input-error" : ""}`}
					aria-invalid={error ? true : undefined}
					aria-describedby={`${id}-start ${id}-hint ${id}-error`}
				/>
			</div>
			<p id={`${id}-hint`} className="text-sm text-quiet">
				{addressHint}
			</p>
			<FieldError id={`${id}-error`} message={error} />
		</div>
	);
}
