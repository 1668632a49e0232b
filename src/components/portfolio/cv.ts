/** The name under which a browser saves the CV. */
import { slugOf } from "../../shop/tools/addresses.ts";

/** Returns it for a file of a shop: `/cv.pdf` of Röst & Korn is `rost-korn-cv.pdf`. */
export function fileNameOfCv(file: string, shopName: string): string {
	const extension = /\.[^./]+$/.exec(file)?.[0] ?? "";
	return [slugOf(shopName), "cv"].filter(Boolean).join("-") + extension;
}
