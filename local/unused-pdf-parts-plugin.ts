/**
 * Leaves out the packages that jsPDF loads to draw HTML, SVG and PNG, which no invoice has, and what fontkit reads compressed
 * fonts with, since faces of papers are not: more than half a megabyte of the Worker.
 */
import type { Plugin } from "vite";

const unused = ["brotli/decompress.js", "canvg", "dompurify", "fast-png", "html2canvas"];
const id = "\0unused-pdf-part";

export function unusedPdfPartsPlugin(): Plugin {
	return {
		name: "unused-pdf-parts",
		enforce: "pre",
		resolveId: (source) => (unused.includes(source) ? id : undefined),
		load: (loaded) =>
			loaded === id ? "export default undefined; export const decode = undefined" : undefined,
	};
}
