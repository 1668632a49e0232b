/** The queue of toasts. The Toasts island shows them. */
import { atom } from "nanostores";
import * as v from "valibot";

const toastSchema = v.object({ kind: v.picklist(["success", "error"]), text: v.string() });
export type Toast = v.InferOutput<typeof toastSchema>;

/** A button in a toast, and how long the toast is shown. */
interface ToastAction {
	label: string;
	durationMs: number;
	run: () => void;
}

type QueuedToast = Toast & { action?: ToastAction };

export const $toasts = atom<readonly QueuedToast[]>([]);

/** Shows a toast, with a button if `action` is given. */
export function toast(kind: Toast["kind"], text: string, action?: ToastAction): void {
	$toasts.set([...$toasts.get(), { kind, text, ...(action && { action }) }]);
}

const storageKey = "pending toast";

/** Shows a toast on the next page, because a navigation follows. */
export function toastAfterNavigation(pending: Toast): void {
	try {
		sessionStorage.setItem(storageKey, JSON.stringify(pending));
	} catch {
		// Without session storage the toast is not shown.
	}
}

/** Shows the toast of the previous page, once. */
export function showPendingToast(): void {
	try {
		const parsed = v.safeParse(
			toastSchema,
			JSON.parse(sessionStorage.getItem(storageKey) ?? "null"),
		);
		sessionStorage.removeItem(storageKey);
		if (parsed.success) toast(parsed.output.kind, parsed.output.text);
	} catch {
		// The storage may be off, as above.
	}
}

/** Returns the queued toasts and empties the queue. */
export function drainToasts(): readonly QueuedToast[] {
	const queued = $toasts.get();
	if (queued.length > 0) $toasts.set([]);
	return queued;
}
