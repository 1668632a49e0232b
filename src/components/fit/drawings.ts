/** The URLs of the drawings of My bike, in src/assets/fit. */
import { standardDrawingOf } from "./standard-drawing.ts";

const urls = import.meta.glob<string>("../../assets/fit/**/*.svg", {
	query: "?url&no-inline",
	import: "default",
	eager: true,
});

/** Returns the URL of a drawing, such as `kinds/road`. */
export function drawing(name: string): string | undefined {
	return urls[`../../assets/fit/${name}.svg`];
}

/** Returns the URL of a standard's drawing. */
export function standardDrawing(dimension: string, standard: string): string | undefined {
	return standardDrawingOf(dimension, standard, drawing);
}
