/** The cell that says what a kit is made of: "2x CK-13; 1x CB-1". */
import * as v from "valibot";
import { partIsKit } from "../../messages/bundles.ts";
import { partsUnread, partUnknown } from "../../messages/imports.ts";
import { codeKey, pasted } from "../../values/pasted.ts";
import type { Part } from "../tools/stored-part.ts";
import { rules } from "../tools/tool-fields.ts";

/** The tools that cells name, by `codeKey` of their SKUs and ids. */
export type PartTools = ReadonlyMap<string, { id: string; isKit: boolean }>;

const separator = /[;\r\n]/;

/** Writes the parts of a kit, by SKU, or by id where there is none that can be read again. */
export function formatParts(
	parts: readonly Part[],
	codeOf: (toolId: string) => string | null | undefined,
): string {
	return parts
		.map(({ toolId, quantity }) => {
			const sku = codeOf(toolId);
			return `${quantity}x ${sku && !separator.test(sku) ? sku : toolId}`;
		})
		.join("; ");
}

/** Splits a cell into pieces and codes. What has no number of pieces is one. */
function entriesOf(cell: string): { quantity: number; code: string; text: string }[] {
	return cell
		.split(separator)
		.map((text) => text.trim())
		.filter(Boolean)
		.map((text) => {
			const [, digits = "1", code = text] = /^(\d+)\s*[x×*]\s*(.*)$/i.exec(text) ?? [];
			return { quantity: Number(digits), code: pasted(code), text };
		});
}

/** The SKUs and ids that a cell names. */
export function codesIn(cell: string): string[] {
	return entriesOf(cell).map(({ code }) => code);
}

/** Reads a cell, with the rules of the editor. `toolId` is the kit's own. */
export function parseParts(
	cell: string,
	tools: PartTools,
	toolId?: string,
): { parts: Part[] } | { message: string } {
	const entries = entriesOf(cell).map((entry) => ({
		...entry,
		found: tools.get(codeKey(entry.code)),
	}));
	const unread = entries.find(({ code }) => code === "");
	if (unread) return { message: partsUnread(unread.text) };
	const unknown = entries.find(({ found }) => !found);
	if (unknown) return { message: partUnknown(unknown.code) };
	if (entries.some(({ found }) => found?.isKit || found?.id === toolId))
		return { message: partIsKit };
	const parts = entries.map(({ found, quantity }) => ({ toolId: found?.id ?? "", quantity }));
	const parsed = v.safeParse(rules.parts, parts);
	return parsed.success ? { parts: parsed.output } : { message: parsed.issues[0].message };
}
