/** What was typed survives signing in again: kept for this tab, this page and this person. */
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import type { Fields } from "./useCare.ts";

const keepers = new Set<() => void>();

/** Keeps every half-filled form of the page. Called where the session turns out to be over. */
export function keepForms(): void {
	for (const keep of keepers) keep();
}

const keptShape = v.object({ owner: v.string(), values: v.record(v.string(), v.unknown()) });

const keyOf = (name: string) => `kept ${location.pathname} ${name}`;

/** Whether something typed into this page's form of that name waits to be given back. */
export function isKept(name = "form"): boolean {
	return attempt(() => sessionStorage.getItem(keyOf(name)) !== null) ?? false;
}

function take(key: string, owner: string): Record<string, unknown> | undefined {
	const text = sessionStorage.getItem(key);
	if (text === null) return undefined;
	sessionStorage.removeItem(key);
	const kept = v.safeParse(keptShape, JSON.parse(text));
	return kept.success && kept.output.owner === owner ? kept.output.values : undefined;
}

interface Keeping {
	/** E-mail of the person who typed: nobody else gets it back. */
	owner: string;
	/** Tells the forms of one page apart. */
	name: string;
}

/**
 * Gives fields back what was typed before their user had to sign in again; true where there was
 * something. Never for forms that hold passwords or cards.
 */
export function useKept(fields: Fields, { owner, name }: Keeping): boolean {
	const [restored, setRestored] = useState(false);
	const latest = useRef(fields);
	latest.current = fields;
	useEffect(() => {
		const key = keyOf(name);
		const values = attempt(() => take(key, owner));
		if (values) {
			latest.current.giveBack(values);
			setRestored(true);
		}
		const keep = () => {
			const { dirty, values } = latest.current;
			if (!dirty) return;
			const kept = JSON.stringify({ owner, values: values() });
			attempt(() => sessionStorage.setItem(key, kept));
		};
		keepers.add(keep);
		return () => {
			keepers.delete(keep);
		};
	}, [name, owner]);
	return restored;
}

/** A browser that keeps nothing, or kept something else, is no reason to fail. */
function attempt<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}
