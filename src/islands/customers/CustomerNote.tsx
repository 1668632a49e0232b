import { addCustomerNoteEndpoint } from "../../shop/customers/customers.api.ts";
import { maxCustomerNoteLength } from "../../shop/customers/customers.ts";
import { AddNote } from "../ui/AddNote.tsx";

/** Adds a note to a customer. */
export function CustomerNote({ id }: { id: string }) {
	return <AddNote endpoint={addCustomerNoteEndpoint} id={id} maxLength={maxCustomerNoteLength} />;
}
