/** Stores form drafts while the user signs in again or the page is reloaded: for this tab, this page and this user. */
import { useEffect, useEffectEvent, useState } from "react";
import * as v from "valibot";
import { reloadEvent } from "./new-build.ts";

/** The fields of a form, however their state is managed. */
export interface GuardedFields {
	/** Whether there are unsaved changes. */
	dirty: boolean;
	/** Whether the page stores its draft whenever it is left, so that it need not warn. */
	storesDraft?: boolean;
	/** Returns the current values, by name. */
	values: () => Record<string, unknown>;
	/** Fills in the values of a draft. */
	restore: (values: Record<string, unknown>) => void;
	/** Shows an error message at one of them. */
	setError: (field: string, message: string) => void;
}

const draftSavers = new Set<() => void>();

/** Stores the drafts of all forms on the page. Called when the session has expired. */
export function saveDrafts(): void {
	for (const save of draftSavers) save();
}

const draftSchema = v.object({ owner: v.string(), values: v.record(v.string(), v.unknown()) });

const draftKey = (name: string) => `draft ${location.pathname} ${name}`;

/** Whether a draft is stored for the form of this name on this page. */
export function hasDraft(name = "form"): boolean {
	return tryOrUndefined(() => sessionStorage.getItem(draftKey(name)) !== null) ?? false;
}

function takeDraft(key: string, owner: string): Record<string, unknown> | undefined {
	const text = sessionStorage.getItem(key);
	if (text === null) return undefined;
	sessionStorage.removeItem(key);
	const parsed = v.safeParse(draftSchema, JSON.parse(text));
	return parsed.success && parsed.output.owner === owner ? parsed.output.values : undefined;
}

interface DraftOptions {
	/** E-mail of the user who typed; the draft is restored for that user only. */
	owner: string;
	/** Distinguishes several forms on one page. */
	name: string;
}

/**
 * Restores the draft that was stored before the user had to sign in again or the page was reloaded. Returns whether there was
 * one. Not for forms with passwords or cards.
 */
export function useFormDraft(fields: GuardedFields, { owner, name }: DraftOptions): boolean {
	const [restored, setRestored] = useState(false);
	const restoreDraft = useEffectEvent(() => {
		const values = tryOrUndefined(() => takeDraft(draftKey(name), owner));
		if (!values) return;
		fields.restore(values);
		setRestored(true);
	});
	const saveDraft = useEffectEvent(() => {
		if (!fields.dirty) return;
		const draft = JSON.stringify({ owner, values: fields.values() });
		tryOrUndefined(() => sessionStorage.setItem(draftKey(name), draft));
	});
	useEffect(() => {
		// biome-ignore lint/nursery/useReactCompiler: only the browser has the draft, so it is read after hydration
		restoreDraft();
		const save = () => saveDraft();
		draftSavers.add(save);
		addEventListener(reloadEvent, save);
		return () => {
			draftSavers.delete(save);
			removeEventListener(reloadEvent, save);
		};
	}, []);
	return restored;
}

/** Ignores errors of a browser without session storage, and of invalid stored values. */
function tryOrUndefined<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}
