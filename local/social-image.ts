/**
 * The image of links to the shop's pages, where a page has none of its own: the first slide of the home
 * page, drawn by the build because the sites that show it know no SVG.
 */
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import sharp from "sharp";
import { colors, home } from "../src/config/config.ts";
import { feedPaths } from "../src/shop/feeds/feeds.ts";

const [width, height] = [1200, 630];

/** An Astro integration that writes it into the build. */
export function socialImage(): AstroIntegration {
	return {
		name: "social-image",
		hooks: {
			"astro:build:done": async ({ dir }) => {
				const [slide] = home.slides;
				if (!slide) throw new Error("shop.config.ts has no slide for the image of links.");
				const source = new URL(`../src/assets/slides/${slide.image}`, import.meta.url);
				await sharp(fileURLToPath(source), { density: 96 })
					// What has most to show: a slide leaves room for its text.
					.resize(width, height, { fit: "cover", position: sharp.strategy.entropy })
					.flatten({ background: colors.light["base-100"] })
					.jpeg({ quality: 80, mozjpeg: true })
					.toFile(fileURLToPath(new URL(`.${feedPaths.socialImage}`, dir)));
			},
		},
	};
}
