/** Generates public/cv.pdf from the portfolio page's data. Run `node local/cv.ts` after a change. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { author, projects, skills } from "../src/components/portfolio/author.ts";
import {
	type Bar,
	type Block,
	type Face,
	type Line,
	pageSize,
	widthOf,
	wrap,
	writePdf,
} from "./pdf.ts";
import { root } from "./settings.ts";

const graphite = [0.141, 0.153, 0.169] as const;
const orange = [0.71, 0.255, 0.043] as const;
const line = [0.827, 0.8, 0.741] as const;

const margin = 54;
const rightEdge = pageSize.width - margin;
/** The left edge of the text column; section headings are left of it. */
const textColumnX = 150;
const bodySize = 10;

const blocks: Block[] = [];
const bars: Bar[] = [];
let y = pageSize.height - margin;

interface Style {
	size: number;
	face?: Face;
	x?: number;
	colour?: Line["colour"];
	leading?: number;
}

/** Sets a text at the current height, wrapped at the right margin, and moves below it. */
function set(tag: Block["tag"], text: string, style: Style, href?: string): void {
	const { size, face = "regular", x = textColumnX, colour = graphite, leading = 1.45 } = style;
	const lines = wrap(text, face, size, rightEdge - x).map((lineText): Line => {
		y -= size * leading;
		return { text: lineText, x, y, face, size, colour };
	});
	blocks.push({ tag, lines, ...(href && { href }) });
}

/** A section: a rule, the heading at the left, the text beside it. */
function section(heading: string, text: () => void): void {
	y -= 20;
	bars.push({ x: margin, y, width: rightEdge - margin, height: 0.75, colour: line });
	y -= 8;
	const top = y;
	set("H2", heading, { size: bodySize, face: "bold", x: margin, colour: orange });
	y = top;
	text();
}

function entry({ name, text }: { name: string; text: string }, index: number): void {
	if (index > 0) y -= 7;
	set("H3", name, { size: bodySize, face: "bold" });
	set("P", text, { size: bodySize });
}

bars.push({ x: margin, y: y - 4, width: 42, height: 4, colour: orange });
y -= 12;
set("H1", author.name, { size: 28, face: "bold", x: margin, leading: 1.25 });
set("P", author.headline, { size: 13, x: margin, leading: 1.6 });

section("Profile", () => set("P", author.profile, { size: bodySize }));
section("Skills", () => skills.forEach(entry));
section("Projects", () => projects.forEach(entry));
section("Contact", () => {
	set("P", author.email, { size: bodySize, colour: orange }, `mailto:${author.email}`);
	set("P", author.address.join(", "), { size: bodySize });
});

if (y < margin) throw new Error("The CV no longer fits on one page: shorten it.");
for (const { text, x, face, size } of blocks.flatMap((block) => block.lines)) {
	if (x + widthOf(text, face, size) > rightEdge) throw new Error(`Too wide for the CV: ${text}`);
}

writeFileSync(
	join(root, "public", author.cv),
	writePdf({
		title: `Curriculum vitae: ${author.name}`,
		author: author.name,
		subject: author.headline,
		language: "en-US",
		blocks,
		bars,
	}),
);
