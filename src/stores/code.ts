/** The code that was typed in this browser, for cart and checkout. */
import { persistentAtom } from "@nanostores/persistent";

export const $code = persistentAtom<string>("cogsmith-code", "");

/** Sets or, with "", removes the code. A full storage keeps it for this page alone. */
export function setCode(code: string): void {
	$code.set(code);
}
