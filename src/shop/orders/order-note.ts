/** Notes that administrators add to an order. */
import * as v from "valibot";
import { noteRequired } from "../../messages/notes.ts";
import { requiredMultilineText } from "../../values/fields.ts";

/** Maximum length of a note, in characters. */
export const maxNoteLength = 1000;

export const orderNote = v.object({ text: requiredMultilineText(maxNoteLength, noteRequired) });
