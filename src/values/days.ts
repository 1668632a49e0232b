/** Days that people and programs send: one that does not exist, or is written otherwise than `2026-11-22`, is refused, never left out. */
import { parseDay } from "../config/days.ts";
import { ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";

/** The day of a form's field, counted from 1 January 1970: undefined if it is empty, NaN if it is none. */
function dayIn(text: string | undefined): number | undefined {
	const typed = text?.trim();
	return typed ? (parseDay(typed) ?? Number.NaN) : undefined;
}

/** The error for a part of an address that is no day. */
export const noSuchDay = (name: string) =>
	new ShopError("invalid", { message: messages.dayWrong, fields: { [name]: messages.dayWrong } });

/** The day of a filter in an address; undefined without one. Throws ShopError `invalid`. */
export function filterDay(parameters: URLSearchParams, name: string): number | undefined {
	const day = dayIn(parameters.get(name) ?? undefined);
	if (Number.isNaN(day)) throw noSuchDay(name);
	return day;
}
