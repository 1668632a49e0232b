/** How numbers stand in sentences. */
import { locale } from "./config/config.ts";

/** Formats a number as the shop's locale writes it: 12345 is "12,345". */
export function formatNumber(value: number): string {
	return value.toLocaleString(locale);
}
