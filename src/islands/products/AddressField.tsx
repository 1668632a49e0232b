import type { ComponentProps } from "react";
import * as common from "../../messages/common.ts";
import { addressHint } from "../../messages/products.ts";
import { sitePaths } from "../../paths/site.ts";
import { maxAddressLength } from "../../shop/tools/addresses.ts";
import { FieldLayout } from "../ui/Field.tsx";

interface Props extends ComponentProps<"input"> {
	error: string | undefined;
}

/** The last part of the address of a tool's page, after what all of them begin with. */
export function AddressField({ error, ...input }: Props) {
	return (
		<FieldLayout label={common.address} error={error} hint={addressHint}>
			{({ id, "aria-describedby": describedBy, ...controlProps }) => (
				<div className="flex items-center gap-1">
					<span id={`${id}-start`} className="text-quiet">
						{sitePaths.tools}/
					</span>
					<input
						{...input}
						{...controlProps}
						id={id}
						type="text"
						maxLength={maxAddressLength}
						autoCapitalize="none"
						autoComplete="off"
						spellCheck={false}
						className="input w-full text-base"
						aria-describedby={`${id}-start ${describedBy}`}
					/>
				</div>
			)}
		</FieldLayout>
	);
}
