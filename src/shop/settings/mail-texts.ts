/** What the owner writes into the shop's e-mails instead of its own words, and the names that stand for what each e-mail is about. */
import * as v from "valibot";
import * as texts from "../../messages/settings.ts";
import {
	describeFields,
	type FieldRules,
	formOf,
	linesField,
	optional,
	storedForm,
	textField,
} from "../../values/record-fields.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";

export type Placeholder = "order" | "name" | "shop" | "tool";

/**
 * The e-mails that have texts of the owner, with the names that those may have. E-mails that ask to pay have no name of a person:
 * the recipient may be someone else. Those about accounts, and the confirmation of a withdrawal, stay as they are.
 */
export const mailPlaceholders = {
	"order.placed": ["order", "shop"],
	"order.paid": ["order", "name", "shop"],
	"order.expiring": ["order", "shop"],
	"order.payment_failed": ["order", "shop"],
	"order.changed": ["order", "name", "shop"],
	"order.shipped": ["order", "name", "shop"],
	"order.refunded": ["order", "name", "shop"],
	"order.cancelled": ["order", "name", "shop"],
	"order.return_asked": ["order", "name", "shop"],
	"order.return_approved": ["order", "name", "shop"],
	"order.return_rejected": ["order", "name", "shop"],
	"order.return_received": ["order", "name", "shop"],
	"question.answered": ["tool", "shop"],
	"review.hidden": ["shop"],
	"stock.alert": ["tool", "shop"],
} as const satisfies Partial<Record<OutboxKind, readonly Placeholder[]>>;
export type EditableMail = keyof typeof mailPlaceholders;
export const editableMails = Object.keys(mailPlaceholders) as EditableMail[];

export const isEditableMail = (kind: string): kind is EditableMail =>
	Object.hasOwn(mailPlaceholders, kind);

const inBraces = /\{([^{}]*)\}/g;

/** Returns what is in braces and stands for nothing in this e-mail. */
const unknownNames = (text: string, known: readonly string[]) =>
	[...text.matchAll(inBraces)].flatMap(([, name = ""]) => (known.includes(name) ? [] : [name]));

/** The parts of a mail that the owner writes. */
export function mailFields(kind: EditableMail) {
	const known: readonly string[] = mailPlaceholders[kind];
	const part = <Field extends FieldRules<string>>(field: Field) =>
		optional({
			...field,
			rules: v.pipe(
				field.rules,
				v.check(
					(text) => unknownNames(text, known).length === 0,
					({ input }) => texts.unknownPlaceholder(unknownNames(input, known), known),
				),
			),
		});
	const missing = texts.textMissing;
	return describeFields(texts.mailSettings, {
		subject: part(textField({ max: 120, missing })),
		opening: part(linesField({ max: 500, missing, rows: 4 })),
		closing: part(linesField({ max: 500, missing, rows: 4 })),
	});
}

/** The form of a mail's texts. */
export const mailForm = (kind: EditableMail) => formOf(mailFields(kind));
export type OwnMailText = Partial<v.InferOutput<ReturnType<typeof mailForm>>>;
export type OwnMailTexts = { [Kind in EditableMail]?: OwnMailText | undefined };

export const mailTexts: v.GenericSchema<unknown, OwnMailTexts> = v.strictObject(
	Object.fromEntries(editableMails.map((kind) => [kind, v.optional(storedForm(mailFields(kind)))])),
);

/** Returns a text with what its names stand for. */
export function fillText(text: string, values: Readonly<Partial<Record<string, string>>>): string {
	return text.replaceAll(inBraces, (whole, name: string) => values[name] ?? whole);
}
