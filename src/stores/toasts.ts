/** What is to be said to the user in passing. The Toasts island shows it. */
import { atom } from "nanostores";
import * as v from "valibot";

const toastShape = v.object({ kind: v.picklist(["success", "error"]), text: v.string() });
export type Toast = v.InferOutput<typeof toastShape>;

export const $toasts = atom<readonly Toast[]>([]);

/** Says something in passing. */
export function say(kind: Toast["kind"], text: string): void {
	$toasts.set([...$toasts.get(), { kind, text }]);
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
export function takeToasts(): readonly Toast[] {
	const waiting = $toasts.get();
	if (waiting.length > 0) $toasts.set([]);
	return waiting;
}
