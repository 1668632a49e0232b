/**
 * Checks shop.config.ts before a build and gives it to the modules as plain values: a bundle has neither
 * the schema nor facts that it does not use.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { normalizePath, type Plugin } from "vite";
import config from "../shop.config.ts";
import { currencyFacts } from "../src/config/currencies.ts";
import { fillConfig } from "../src/config/placeholders.ts";
import { parseShopConfig, type ShopConfig } from "../src/config/schema.ts";
import { root } from "./settings.ts";

export const configModule = join(root, "src/config/config.ts");

/** Returns the plugin. Throws an Error with a line for each field that is wrong. */
export function shopConfigPlugin(): Plugin {
	const values = configValues();
	return {
		name: "shop-config",
		enforce: "pre",
		load: (id) => (id === normalizePath(configModule) ? values : undefined),
	};
}

/** The source of the module that replaces src/config/config.ts. Throws as the plugin does. */
export function configValues(): string {
	const shop = fillConfig(parseShopConfig(config));
	rejectMissingFiles(shop);
	return Object.entries({ ...shop, ...currencyFacts(shop.currency, shop.locale) })
		.map(([field, value]) => `export const ${field} = ${JSON.stringify(value)};`)
		.join("\n");
}

function rejectMissingFiles({ logo, fonts, home, law }: ShopConfig): void {
	const files = [
		["logo.mark", `src/assets/${logo.mark}`],
		["logo.icon", `src/assets/${logo.icon}`],
		["fonts.heading.file", fonts.heading.file],
		...(law?.guaranteeNotice
			? [["law.guaranteeNotice", `src/assets/law/${law.guaranteeNotice}`]]
			: []),
		...home.slides.map(({ image }, index) => [
			`home.slides.${index}.image`,
			`src/assets/slides/${image}`,
		]),
	] as [string, string][];
	const missing = files.filter(([, file]) => !existsSync(join(root, file)));
	if (missing.length === 0) return;
	const lines = missing.map(
		([field, file]) => `shop.config.ts: ${field}: there is no file ${file}`,
	);
	throw new Error(lines.join("\n"));
}
