/**
 * Writes a one-page PDF 1.7 of text set in Helvetica: tagged for screen readers, with title and
 * language, and reproducible. Section numbers refer to ISO 32000-1.
 */
import { createHash } from "node:crypto";

/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

export type Face = "regular" | "bold";
type Colour = readonly [red: number, green: number, blue: number];

export interface Line {
	text: string;
	/** From the left edge, in points. */
	x: number;
	/** The baseline, from the lower edge, in points. */
	y: number;
	face: Face;
	size: number;
	colour: Colour;
}

/** A heading or a paragraph. Screen readers read the blocks in order. */
export interface Block {
	tag: "H1" | "H2" | "H3" | "P";
	lines: Line[];
	/** The link target of a block with one line. */
	href?: string;
}

/** A decorative bar, which screen readers skip. */
export interface Bar {
	x: number;
	y: number;
	width: number;
	height: number;
	colour: Colour;
}

export interface Document {
	title: string;
	author: string;
	subject: string;
	language: string;
	blocks: Block[];
	bars: Bar[];
}

/** Advance widths of the characters from space to tilde, thousandths of the size (Adobe's metrics of the standard fonts). */
const widths: Record<Face, number[]> = {
	regular: numbers(`278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278
		556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015
		667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611
		278 278 278 469 556 333
		556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500
		334 260 334 584`),
	bold: numbers(`278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278
		556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975
		722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611
		333 278 333 584 556 333
		556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500
		389 280 389 584`),
};

function numbers(text: string): number[] {
	return text.trim().split(/\s+/).map(Number);
}

/** The width of a text in points. Throws for a character without a width. */
export function widthOf(text: string, face: Face, size: number): number {
	let sum = 0;
	for (const character of text) {
		const width = widths[face][character.charCodeAt(0) - 0x20];
		if (width === undefined) throw new Error(`The page has no width for "${character}".`);
		sum += width;
	}
	return (sum * size) / 1000;
}

/** Breaks a text into lines no wider than `width`. */
export function wrap(text: string, face: Face, size: number, width: number): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ")) {
		const candidate = line ? `${line} ${word}` : word;
		if (line && widthOf(candidate, face, size) > width) {
			lines.push(line);
			line = word;
		} else line = candidate;
	}
	return [...lines, line];
}

/** A text as a string object (7.3.4.2). */
function string(text: string): string {
	return `(${text.replace(/[\\()]/g, "\\$&")})`;
}

const formatNumbers = (...values: number[]) => values.map((value) => +value.toFixed(2)).join(" ");

function stream(data: string, entries = ""): string {
	return `<< ${entries}/Length ${Buffer.byteLength(data, "latin1")} >>\nstream\n${data}\nendstream`;
}

/** The page's content: bars as artifacts, then each block as marked content (14.6). */
function content({ bars, blocks }: Document): string {
	const barOperators = bars.map(
		({ x, y, width, height, colour }) =>
			`${formatNumbers(...colour)} rg ${formatNumbers(x, y, width, height)} re f`,
	);
	const textOperators = blocks.map(({ tag, lines }, index) => {
		// A broken line ends with a space, or screen readers would join the words around it.
		const lineOperators = lines.map(({ text, x, y, face, size, colour }, row) => {
			const shownText = string(row + 1 < lines.length ? `${text} ` : text);
			return `BT /${face} ${formatNumbers(size)} Tf ${formatNumbers(...colour)} rg ${formatNumbers(x, y)} Td ${shownText} Tj ET`;
		});
		return [`/${tag} << /MCID ${index} >> BDC`, ...lineOperators, "EMC"].join("\n");
	});
	return ["/Artifact BMC", ...barOperators, "EMC", ...textOperators].join("\n");
}

/** Title, author and language as XMP (14.3.2). */
function metadata({ title, author, subject, language }: Document): string {
	const entities = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const inLanguage = (text: string) =>
		`<rdf:Alt><rdf:li xml:lang="x-default">${entities(text)}</rdf:li></rdf:Alt>`;
	return `<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>${inLanguage(title)}</dc:title>
<dc:creator><rdf:Seq><rdf:li>${entities(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description>${inLanguage(subject)}</dc:description>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

/** The PDF file. */
export function writePdf(document: Document): Buffer {
	const { title, author, subject, language, blocks } = document;
	const objects: string[] = [];
	const add = (object: string) => `${objects.push(object)} 0 R`;
	const reserve = () => add("");
	const fill = (reference: string, object: string) => {
		objects[Number.parseInt(reference, 10) - 1] = object;
	};

	const [catalog, pages, page, root, body] = [
		reserve(),
		reserve(),
		reserve(),
		reserve(),
		reserve(),
	];
	const font = (name: string) =>
		add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
	const fonts = `<< /regular ${font("Helvetica")} /bold ${font("Helvetica-Bold")} >>`;

	// Structure: each block is an element that refers to its marked content; a link is a child element.
	const links: { annotation: string; element: string }[] = [];
	const elements: string[] = [];
	const markedElements = blocks.map(({ tag, lines, href }, index) => {
		const element = reserve();
		elements.push(element);
		const begin = `<< /Type /StructElem /Pg ${page}`;
		const [line] = lines;
		if (!href || !line) {
			fill(element, `${begin} /S /${tag} /P ${body} /K ${index} >>`);
			return element;
		}
		const { text, x, y, face, size } = line;
		const box = formatNumbers(x, y - size * 0.25, x + widthOf(text, face, size), y + size * 0.8);
		const annotation = add(
			`<< /Type /Annot /Subtype /Link /Rect [${box}] /Border [0 0 0] /F 4 /StructParent ${links.length + 1} /Contents ${string(text)} /A << /S /URI /URI ${string(href)} >> >>`,
		);
		const link = add(
			`${begin} /S /Link /P ${element} /K [${index} << /Type /OBJR /Obj ${annotation} >>] >>`,
		);
		fill(element, `${begin} /S /${tag} /P ${body} /K ${link} >>`);
		links.push({ annotation, element: link });
		return link;
	});
	const parents = add(`[${markedElements.join(" ")}]`);
	const tree = [`0 ${parents}`, ...links.map(({ element }, index) => `${index + 1} ${element}`)];
	fill(body, `<< /Type /StructElem /S /Document /P ${root} /K [${elements.join(" ")}] >>`);
	fill(
		root,
		`<< /Type /StructTreeRoot /K ${body} /ParentTree << /Nums [${tree.join(" ")}] >> /ParentTreeNextKey ${tree.length} >>`,
	);

	const contents = add(stream(content(document)));
	const annotations = links.map(({ annotation }) => annotation).join(" ");
	fill(
		page,
		`<< /Type /Page /Parent ${pages} /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Resources << /Font ${fonts} >> /Contents ${contents} /StructParents 0 /Tabs /S /Annots [${annotations}] >>`,
	);
	fill(pages, `<< /Type /Pages /Kids [${page}] /Count 1 >>`);
	const xmp = add(stream(metadata(document), "/Type /Metadata /Subtype /XML "));
	fill(
		catalog,
		`<< /Type /Catalog /Pages ${pages} /Lang ${string(language)} /MarkInfo << /Marked true >> /StructTreeRoot ${root} /ViewerPreferences << /DisplayDocTitle true >> /Metadata ${xmp} >>`,
	);
	const info = add(
		`<< /Title ${string(title)} /Author ${string(author)} /Subject ${string(subject)} >>`,
	);
	return file(objects, catalog, info);
}

/** Header, objects, cross-reference table, trailer (7.5). */
function file(objects: string[], catalog: string, info: string): Buffer {
	// Four bytes above 127 mark the file as binary for transfer programs.
	let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
	const offsets = objects.map((object, index) => {
		const offset = text.length;
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const table = text.length;
	const id = createHash("sha256").update(text, "latin1").digest("hex").slice(0, 32);
	const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
	text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join("")}`;
	text += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} /Info ${info} /ID [<${id}> <${id}>] >>\n`;
	text += `startxref\n${table}\n%%EOF\n`;
	return Buffer.from(text, "latin1");
}
