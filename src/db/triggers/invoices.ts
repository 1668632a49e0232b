/** The triggers that keep invoices as they were issued, and their numbers without gaps. */
import { type Trigger, trigger } from "../trigger.ts";

/** The number that follows the last one of a series and year. */
const nextSerial = (row: string) =>
	`(SELECT coalesce(max(serial), 0) + 1 FROM invoices WHERE series = ${row}.series AND year = ${row}.year)`;

export const invoiceTriggers: Trigger[] = [
	trigger(
		"invoices_follow",
		`BEFORE INSERT ON invoices WHEN new.serial <> ${nextSerial("new")}`,
		"SELECT RAISE(ABORT, 'the numbers of invoices have no gaps')",
	),
	trigger(
		"invoices_never_changed",
		"BEFORE UPDATE ON invoices",
		"SELECT RAISE(ABORT, 'an invoice is never changed')",
	),
	trigger(
		"invoices_never_deleted",
		"BEFORE DELETE ON invoices",
		"SELECT RAISE(ABORT, 'an invoice is never deleted')",
	),
];
