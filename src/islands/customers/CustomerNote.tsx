import { call } from "../../http/call.ts";
import * as texts from "../../messages.customers.ts";
import { addCustomerNoteEndpoint } from "../../shop/customers/customers.api.ts";
import { customerNote, maxCustomerNoteLength } from "../../shop/customers/customers.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { TextareaField } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

/** Adds a note to a customer. */
export function CustomerNote({ id }: { id: string }) {
	const { field, form, handleSubmit } = useSchemaForm(customerNote, { text: "" });
	const { sending, send } = useSend();
	const add = ({ text }: { text: string }) =>
		send(
			async () => {
				await call(addCustomerNoteEndpoint, { params: { id }, body: { text } });
				form.reset();
				toastAfterNavigation({ kind: "success", text: texts.noteAdded });
				location.reload();
			},
			(error) => form.setError("text", { message: errorMessage(error) }),
		);
	return (
		<form
			noValidate
			method="post"
			className="grid max-w-xl gap-3"
			onSubmit={handleSubmit((note) => add(note))}
		>
			<TextareaField
				label="New note"
				hint="For administrators only."
				rows={2}
				maxLength={maxCustomerNoteLength}
				{...field("text")}
			/>
			<SubmitButton busy={sending} busyLabel="One moment …">
				Add note
			</SubmitButton>
		</form>
	);
}
