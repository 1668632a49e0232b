import { useState } from "react";
import { ShopError } from "../../http/errors.ts";
import { useKept } from "./kept.ts";
import { useLeaveWarning } from "./leave.ts";
import { useSend, wordsOf } from "./useSend.ts";

/** What is cared for: fields somebody types into, however their state is kept. */
export interface Fields {
	/** Whether something typed is not saved yet. */
	dirty: boolean;
	/** What stands in them now, by name. */
	values: () => Record<string, unknown>;
	/** Gives back what stood in them when they were kept. */
	giveBack: (values: Record<string, unknown>) => void;
	/** Shows a message beside one of them. */
	complain: (field: string, message: string) => void;
}

/**
 * What everything one types into does beside its own work: sends once, shows the server's refusal
 * beside the fields it names and the rest in `refusal`, warns before it is left half-filled, and
 * gets back what was typed when its user had to sign in again (`restored`).
 * `owner` is the e-mail of the signed-in user; `name` tells several forms of a page apart.
 */
export function useCare(fields: Fields, owner: string, name: string) {
	const [refusal, setRefusal] = useState<string>();
	const { sending, send } = useSend();
	useLeaveWarning(fields.dirty);
	const restored = useKept(fields, { owner, name });

	const refuse = (error: unknown) => {
		const named = Object.entries((error instanceof ShopError && error.fields) || {});
		const known = named.filter(([field]) => Object.hasOwn(fields.values(), field));
		for (const [field, message] of known) fields.complain(field, message);
		if (known.length === 0) setRefusal(wordsOf(error));
	};

	return {
		refusal,
		sending,
		dirty: fields.dirty,
		restored,
		setRefusal,
		/** Runs `work` once; a refusal is shown, then told to `refused`. */
		send: (work: () => Promise<void>, refused?: (error: unknown) => void) => {
			setRefusal(undefined);
			return send(work, (error) => {
				refuse(error);
				refused?.(error);
			});
		},
	};
}
