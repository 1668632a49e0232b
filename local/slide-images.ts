/**
 * Writes the slides of the home page as AVIF, cropped to the shape in which the carousel shows them: a drawing takes a slow
 * phone longer to paint than to load, and the first slide is the largest paint of the home page. Runs before every build.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { home } from "../src/config/config.ts";
import { root } from "./settings.ts";

const folder = join(root, ".generated/slides");

/** In pixels; styles/carousel.css has the same ratio. Two and a half to a pixel of a phone, one and a half of a desktop. */
const [width, height] = [960, 720];

/** Names the file of a slide's image, without its folder. */
const nameOf = (image: string) => `${image}.avif`;

/** Whether a slide's file is missing or older than this script or its image. A missing image is named by the build. */
function isStale(image: string): boolean {
	const source = join(root, "src/assets/slides", image);
	if (!existsSync(source)) return false;
	const file = join(folder, nameOf(image));
	if (!existsSync(file)) return true;
	const writtenAt = statSync(file).mtimeMs;
	return [import.meta.filename, source].some((input) => statSync(input).mtimeMs > writtenAt);
}

mkdirSync(folder, { recursive: true });
const images = home.slides.map(({ image }) => image);
const wanted = images.map(nameOf);
// The build ships every file of the folder.
for (const name of readdirSync(folder)) if (!wanted.includes(name)) rmSync(join(folder, name));
for (const image of images.filter(isStale)) {
	const file = join(folder, nameOf(image));
	await sharp(join(root, "src/assets/slides", image), { density: 150 })
		// The drawings have their subject on the right, as wide as they are.
		.resize(width, height, { fit: "cover", position: "right" })
		.avif({ quality: 40, effort: 6 })
		.toFile(file)
		.catch((error: unknown) => {
			rmSync(file, { force: true });
			throw error;
		});
}
