import { expect, it } from "vitest";
import { linkedPicture } from "./content-pictures-plugin.ts";

it("keeps a drawing's address and size, and leaves its lines out", () => {
	const meta = { src: "__ASTRO_ASSET_IMAGE__a1__", width: 640, height: 480, format: "svg" };
	const props = JSON.stringify({
		meta,
		attributes: {},
		children: "<path d='M0 0'/>(1)",
		styles: [],
	});
	expect(
		linkedPicture(
			`import { createSvgComponent } from 'astro/assets/runtime';\nexport default createSvgComponent(${props})`,
		),
	).toBe(`export default ${JSON.stringify(meta)};`);
});

it("leaves another module as it is", () => {
	expect(linkedPicture("export default 1;")).toBe("export default 1;");
});
