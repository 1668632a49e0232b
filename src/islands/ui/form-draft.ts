/** What was typed survives signing in again: kept for this tab, this page and this person. */
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import type { GuardedFields } from "./useFormGuard.ts";

const draftSavers = new Set<() => void>();

/** Keeps every half-filled form of the page. Called where the session turns out to be over. */
export function saveDrafts(): void {
	for (const save of draftSavers) save();
}

const draftShape = v.object({ owner: v.string(), values: v.record(v.string(), v.unknown()) });

const draftKey = (name: string) => `kept ${location.pathname} ${name}`;

/** Whether something typed into this page's form of that name waits to be given back. */
export function hasDraft(name = "form"): boolean {
	return tryOrUndefined(() => sessionStorage.getItem(draftKey(name)) !== null) ?? false;
}

function takeDraft(key: string, owner: string): Record<string, unknown> | undefined {
	const text = sessionStorage.getItem(key);
	if (text === null) return undefined;
	sessionStorage.removeItem(key);
	const parsed = v.safeParse(draftShape, JSON.parse(text));
	return parsed.success && parsed.output.owner === owner ? parsed.output.values : undefined;
}

interface DraftOptions {
	/** E-mail of the person who typed: nobody else gets it back. */
	owner: string;
	/** Tells the forms of one page apart. */
	name: string;
}

/**
 * Gives fields back what was typed before their user had to sign in again; true where there was
 * something. Never for forms that hold passwords or cards.
 */
export function useFormDraft(fields: GuardedFields, { owner, name }: DraftOptions): boolean {
	const [restored, setRestored] = useState(false);
	const latestFields = useRef(fields);
	latestFields.current = fields;
	useEffect(() => {
		const key = draftKey(name);
		const values = tryOrUndefined(() => takeDraft(key, owner));
		if (values) {
			latestFields.current.restore(values);
			setRestored(true);
		}
		const save = () => {
			const { dirty, values } = latestFields.current;
			if (!dirty) return;
			const draft = JSON.stringify({ owner, values: values() });
			tryOrUndefined(() => sessionStorage.setItem(key, draft));
		};
		draftSavers.add(save);
		return () => {
			draftSavers.delete(save);
		};
	}, [name, owner]);
	return restored;
}

/** A browser that keeps nothing, or kept something else, is no reason to fail. */
function tryOrUndefined<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}
