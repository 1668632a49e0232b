/** Serves the files of the content folder, such as the CV, at the root of the shop: another shop's content has others. */
import { cpSync, createReadStream, existsSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { content } from "../src/config/config.ts";
import { root } from "./settings.ts";

/** An Astro integration that copies them into a build, and serves them while developing. */
export function contentFiles(): AstroIntegration {
	const folder = join(root, content, "files");
	return {
		name: "content-files",
		hooks: {
			"astro:build:done": ({ dir }) => {
				if (existsSync(folder)) cpSync(folder, fileURLToPath(dir), { recursive: true });
			},
			"astro:server:setup": ({ server }) => {
				server.middlewares.use(({ url = "/" }, response, next) => {
					const path = decodeURI(new URL(url, "http://localhost").pathname);
					const file = normalize(join(folder, path));
					const isFile = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
					if (isFile) createReadStream(file).pipe(response);
					else next();
				});
			},
		},
	};
}
