import { brotliCompressSync, constants } from "node:zlib";

/** How many bytes a text has after brotli at its best (quality 11). */
export function brotli(text: string): number {
	return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
