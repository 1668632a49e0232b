import { type SubmitEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/notes.ts";
import type { addCustomerNoteEndpoint } from "../../shop/customers/customers.api.ts";
import type { addOrderNoteEndpoint } from "../../shop/orders/lines.api.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { TextareaField } from "./Field.tsx";
import { SubmitButton } from "./SubmitButton.tsx";
import { errorMessage, useSend } from "./useSend.ts";

interface Props {
	endpoint: typeof addOrderNoteEndpoint | typeof addCustomerNoteEndpoint;
	/** The id of the order or the customer. */
	id: string;
	maxLength: number;
}

/** Adds a note of staff. One field, without the script of larger forms, which would double what these pages load beside React. */
export function AddNote({ endpoint, id, maxLength }: Props) {
	const [error, setError] = useState<string>();
	const { sending, send } = useSend();
	// The text stays in its field alone: what was typed before hydration would be lost in a state.
	const add = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const text = String(new FormData(form).get("text"));
		if (text.trim() === "") return setError(texts.noteRequired);
		setError(undefined);
		void send(
			async () => {
				await call(endpoint, { params: { id }, body: { text } });
				// A browser may fill it in again when it reloads.
				form.reset();
				toastAfterNavigation({ kind: "success", text: texts.noteAdded });
				location.reload();
			},
			(failure) => setError(errorMessage(failure)),
		);
	};
	return (
		<form
			noValidate
			method="post"
			className="grid max-w-xl justify-items-start gap-3"
			onSubmit={add}
		>
			<div className="w-full">
				<TextareaField
					name="text"
					label={texts.newNote}
					hint={texts.forStaffOnly}
					rows={2}
					maxLength={maxLength}
					error={error}
				/>
			</div>
			<SubmitButton quiet busy={sending} busyLabel={common.oneMoment}>
				{texts.addNote}
			</SubmitButton>
		</form>
	);
}
