import { expect, it } from "vitest";
import { inAscii } from "./ascii-text.ts";

it.each([
	["Żółw Łódź, Østergård, Großmann", "Zolw Lodz, Ostergard, Grossmann"],
	["Þór Ægisson, Đorđević, İstanbul, ışık", "Thor Aegisson, Dordevic, Istanbul, isik"],
	["O’Brien – “1st” № ５", 'O\'Brien - "1st" No 5'],
	["Nguyễn Văn Ân", "Nguyen Van An"],
	["a\u200bb\u00adc", "abc"],
	["Москва 東京", "Москва 東京"],
])("%j is %j", (text, ascii) => {
	expect(inAscii(text)).toBe(ascii);
});
