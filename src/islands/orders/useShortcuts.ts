import { useEffect, useEffectEvent, useState } from "react";

const storageKey = "shortcuts off";

/** Whether single keys do something; the browser remembers it (WCAG 2.2, 2.1.4). */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
	const [on, setOn] = useState(isStoredOn);
	return [
		on,
		(next) => {
			setOn(next);
			try {
				if (next) localStorage.removeItem(storageKey);
				else localStorage.setItem(storageKey, "1");
			} catch {
				// Without storage it holds until the page is left.
			}
		},
	];
}

function isStoredOn(): boolean {
	try {
		return localStorage.getItem(storageKey) === null;
	} catch {
		return true;
	}
}

/** Whether a key is typed into a field, or belongs to an open dialog. */
function isTyped(target: EventTarget | null): boolean {
	if (document.querySelector("dialog[open]")) return true;
	if (!(target instanceof HTMLElement)) return false;
	if (target instanceof HTMLInputElement) return target.type !== "checkbox";
	return target.matches("textarea, select, [contenteditable]");
}

/** Calls what a key stands for, unless it is typed or has Ctrl, Alt or Cmd. */
export function useShortcuts(
	on: boolean,
	actions: readonly (readonly [key: string, run: () => unknown])[],
): void {
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
		if (ctrlKey || metaKey || altKey || isTyped(target)) return;
		const isMove = /^[jk]$/i.test(key);
		const action = actions.find(([name]) => name === key);
		// On a link or a button Enter is the browser's.
		const isClick = key === "Enter" && !(target instanceof HTMLInputElement);
		if (!action || isClick || (repeat && !isMove)) return;
		event.preventDefault();
		action[1]();
	});
	useEffect(() => {
		if (!on) return undefined;
		const listener = (event: KeyboardEvent) => onKeyDown(event);
		addEventListener("keydown", listener);
		return () => removeEventListener("keydown", listener);
	}, [on]);
}
