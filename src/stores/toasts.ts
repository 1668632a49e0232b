/** What is to be said to the user in passing. The Toasts island shows it. */
import { atom } from "nanostores";

export interface Toast {
	kind: "success" | "error";
	text: string;
}

export const $toasts = atom<readonly Toast[]>([]);

/** Says something in passing. */
export function say(kind: Toast["kind"], text: string): void {
	$toasts.set([...$toasts.get(), { kind, text }]);
}

/** Hands over what is waiting to be said, once. */
export function takeToasts(): readonly Toast[] {
	const waiting = $toasts.get();
	if (waiting.length > 0) $toasts.set([]);
	return waiting;
}
