/** A blog: pages of another origin with the shop's elements. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { shopUrl } from "../setup/test-shop.ts";

const examplePath = (name: string): string =>
	fileURLToPath(new URL(`../../widgets/examples/${name}`, import.meta.url));

interface ServedPage {
	body: string;
	headers: Record<string, string>;
}

export interface BlogServer {
	origin: string;
	/** Serves a page and returns its URL. */
	page(html: string, headers?: Record<string, string>): string;
	/** Serves an example and returns its URL. */
	example(name: string): string;
	close(): Promise<void>;
}

const head =
	'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title><link rel="icon" href="data:,">';

/** The script tag of the elements. */
export const scriptTag = (attributes = "crossorigin"): string =>
	`<script type="module" src="${shopUrl()}/w/1/widgets.js" ${attributes}></script>`;

/** A page of a blog. */
export const blogPage = (body: string, headHtml = scriptTag(), attributes = 'lang="en"'): string =>
	`<!doctype html><html ${attributes}><head>${head}${headHtml}</head><body><main><h1>Blog</h1>${body}</main></body></html>`;

/** The markup of a card. */
export const cardHtml = (attributes = "", id = "torque-wrench"): string =>
	`<cogsmith-tool-card tool-id="${id}" loading="eager" ${attributes}><a href="${shopUrl()}/tools/${id}">To the ${id}</a></cogsmith-tool-card>`;

/** The markup of a feed. */
export const feedHtml = (attributes = ""): string =>
	`<cogsmith-review-feed loading="eager" ${attributes}><a href="${shopUrl()}/review">To the reviews</a></cogsmith-review-feed>`;

/** A card's data, for pages with a mocked shop. */
export const toolData = {
	_id: "torque-wrench",
	name: "Torque wrench",
	image: "",
	description: "Clicks.",
	minOrderQuantity: 2,
	quantity: 18,
	price: 89,
	checkedAt: new Date().toISOString(),
};

let reactBundle: Promise<string> | undefined;

/** The React example, bundled once, with this shop's origin. */
function reactExample(): Promise<string> {
	reactBundle ??= build({
		entryPoints: [examplePath("react.tsx")],
		bundle: true,
		write: false,
		minify: true,
		format: "esm",
		jsx: "automatic",
		target: "es2022",
		define: {
			SHOP_ORIGIN: JSON.stringify(shopUrl()),
			"process.env.NODE_ENV": '"production"',
		},
		loader: { ".css": "text" },
	}).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
	return reactBundle;
}

/** Opens a blog on a free port. */
export async function startBlog(): Promise<BlogServer> {
	const pages = new Map<string, ServedPage>();
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? "/", "http://host.invalid").pathname;
		const served = pages.get(path);
		const name = path.slice("/examples/".length);
		if (served) {
			response.writeHead(200, { "Content-Type": "text/html", ...served.headers }).end(served.body);
		} else if (path === "/examples/react.js") {
			response.writeHead(200, { "Content-Type": "text/javascript" }).end(await reactExample());
		} else if (/^\/examples\/[\w-]+\.(html|css)$/.test(path)) {
			const type = path.endsWith(".css") ? "text/css" : "text/html";
			const text = readFileSync(examplePath(name), "utf8").replaceAll("SHOP", shopUrl());
			response.writeHead(200, { "Content-Type": type }).end(text);
		} else response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		origin,
		page: (html, headers = {}) => {
			const path = `/page-${pages.size}`;
			pages.set(path, { body: html, headers });
			return origin + path;
		},
		example: (name) => `${origin}/examples/${name}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
