/** What is to be said to the user in passing. The Toasts island shows it. */
import { atom } from "nanostores";
import * as v from "valibot";

const toastShape = v.object({ kind: v.picklist(["success", "error"]), text: v.string() });
export type Toast = v.InferOutput<typeof toastShape>;

/** What can be done about what a toast says, by a button in it, and for how long. */
interface Offer {
	label: string;
	durationMs: number;
	run: () => void;
}

type Waiting = Toast & { offer?: Offer };

export const $toasts = atom<readonly Waiting[]>([]);

/** Says something in passing, with an offer where there is one. */
export function say(kind: Toast["kind"], text: string, offer?: Offer): void {
	$toasts.set([...$toasts.get(), { kind, text, ...(offer && { offer }) }]);
}

const kept = "toast kept";

/** Says something on the page that is gone to next: this one won't be there any more. */
export function sayThere(toast: Toast): void {
	try {
		sessionStorage.setItem(kept, JSON.stringify(toast));
	} catch {
		// A browser that keeps nothing goes without.
	}
}

/** Says what the page before this one left to be said, once. */
export function sayWhatWasKept(): void {
	try {
		const toast = v.safeParse(toastShape, JSON.parse(sessionStorage.getItem(kept) ?? "null"));
		sessionStorage.removeItem(kept);
		if (toast.success) say(toast.output.kind, toast.output.text);
	} catch {
		// As above.
	}
}

/** Hands over what is waiting to be said, once. */
export function takeToasts(): readonly Waiting[] {
	const waiting = $toasts.get();
	if (waiting.length > 0) $toasts.set([]);
	return waiting;
}
