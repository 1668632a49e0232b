/** Loads the chip of the chosen bike and the marks of tools once a bike is chosen, which few visitors have. A module runs once. */
import { bikeEvent, hasBikes } from "../../shop/fit/bike-storage.ts";
import { fitMarksUrl } from "../script-urls.ts";

function loadMarks(): void {
	if (hasBikes()) void import(/* @vite-ignore */ fitMarksUrl);
}

loadMarks();
for (const event of ["storage", bikeEvent]) addEventListener(event, loadMarks);
