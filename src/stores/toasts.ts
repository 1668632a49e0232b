/** What is to be said to the user in passing. The Toasts island shows it. */
import { atom } from "nanostores";
import * as v from "valibot";

const toastSchema = v.object({ kind: v.picklist(["success", "error"]), text: v.string() });
export type Toast = v.InferOutput<typeof toastSchema>;

/** What can be done about what a toast says, by a button in it, and for how long. */
interface ToastAction {
	label: string;
	durationMs: number;
	run: () => void;
}

type QueuedToast = Toast & { action?: ToastAction };

export const $toasts = atom<readonly QueuedToast[]>([]);

/** Says something in passing, with an offer where there is one. */
export function toast(kind: Toast["kind"], text: string, action?: ToastAction): void {
	$toasts.set([...$toasts.get(), { kind, text, ...(action && { action }) }]);
}

const storageKey = "toast kept";

/** Says something on the page that is gone to next: this one won't be there any more. */
export function toastAfterNavigation(pending: Toast): void {
	try {
		sessionStorage.setItem(storageKey, JSON.stringify(pending));
	} catch {
		// A browser that keeps nothing goes without.
	}
}

/** Says what the page before this one left to be said, once. */
export function showPendingToast(): void {
	try {
		const parsed = v.safeParse(
			toastSchema,
			JSON.parse(sessionStorage.getItem(storageKey) ?? "null"),
		);
		sessionStorage.removeItem(storageKey);
		if (parsed.success) toast(parsed.output.kind, parsed.output.text);
	} catch {
		// As above.
	}
}

/** Hands over what is waiting to be said, once. */
export function drainToasts(): readonly QueuedToast[] {
	const queued = $toasts.get();
	if (queued.length > 0) $toasts.set([]);
	return queued;
}
