import { type FormEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as texts from "../../messages.customers.ts";
import { addCustomerNoteEndpoint } from "../../shop/customers/customers.api.ts";
import { maxCustomerNoteLength } from "../../shop/customers/customers.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { TextareaField } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";

/** Adds a note to a customer. One field, without the script of larger forms: the page is near its budget. */
export function CustomerNote({ id }: { id: string }) {
	const [text, setText] = useState("");
	const [error, setError] = useState<string>();
	const { sending, send } = useSend();
	const add = (event: FormEvent) => {
		event.preventDefault();
		if (text.trim() === "") return setError(texts.noteRequired);
		setError(undefined);
		void send(
			async () => {
				await call(addCustomerNoteEndpoint, { params: { id }, body: { text } });
				setText("");
				toastAfterNavigation({ kind: "success", text: texts.noteAdded });
				location.reload();
			},
			(failure) => setError(errorMessage(failure)),
		);
	};
	return (
		<form noValidate method="post" className="grid max-w-xl gap-3" onSubmit={add}>
			<TextareaField
				label={texts.newNote}
				hint={texts.blockReasonHint}
				rows={2}
				maxLength={maxCustomerNoteLength}
				error={error}
				value={text}
				onChange={({ target }) => setText(target.value)}
			/>
			<SubmitButton busy={sending} busyLabel={common.oneMoment}>
				{texts.addNote}
			</SubmitButton>
		</form>
	);
}
