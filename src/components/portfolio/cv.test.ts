import { expect, it } from "vitest";
import { fileNameOfCv } from "./cv.ts";

it.each([
	["/cv.pdf", "Cogsmith", "cogsmith-cv.pdf"],
	["/files/mine.v2.docx", "Röst & Korn", "rost-korn-cv.docx"],
	["/cv", "自転車", "cv"],
])("%s of %s is saved as %s", (file, shop, name) => expect(fileNameOfCv(file, shop)).toBe(name));
