import { brotliCompressSync, constants } from "node:zlib";

/** The size of a text after brotli at its best (quality 11), in bytes. */
export function brotli(text: string): number {
	return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
