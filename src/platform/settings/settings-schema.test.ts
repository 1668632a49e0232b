import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { readSetting, type SettingInfo, settings } from "./settings-schema.ts";

/** Returns a row of docs/settings.md. */
function tableRow([name, schema]: [string, v.GenericSchema]): string {
	const { info } = v.getMetadata(schema) as { info: SettingInfo };
	const { isSecret, default: defaultValue, configField, unit, problem, description } = info;
	const value = configField ?? defaultValue;
	const defaultText =
		value === undefined
			? "required"
			: [value === "" ? "empty" : `\`${value}\``, unit && `(${unit})`].filter(Boolean).join(" ");
	return `| \`${name}\`${isSecret ? " (secret)" : ""} | ${defaultText} | ${description} | ${problem ?? ""} |`;
}

it("docs/settings.md has every setting with its default, its unit and its error", async () => {
	const page = [
		"# Settings",
		"",
		"A setting is an entry of `[vars]` in `wrangler.toml`, a secret is stored by `npx wrangler secret put NAME`, and for",
		"`npm start` both may be in `.dev.vars`. An empty one counts as missing. With an error, every response is 503, and the",
		"log names the setting and the error. Defaults such as `mail.from` are fields of [shop.config.ts](your-own-shop.md).",
		"",
		"`npx vitest run --project unit src/platform/settings/settings-schema.test.ts -u` writes this page.",
		"",
		"| setting | default | what it is | an error if it |",
		"|---|---|---|---|",
		...Object.entries(settings).map(tableRow),
		"",
	].join("\n");
	await expect(page).toMatchFileSnapshot("../../../docs/settings.md");
});

describe("a setting", () => {
	it("is a value of its type", () => {
		expect(readSetting({ LOG_SAMPLE: "0.5" }, "LOG_SAMPLE")).toBe(0.5);
		expect(readSetting({ SIGN_IN_TRIES: "7" }, "SIGN_IN_TRIES")).toBe(7);
		expect(readSetting({ SHOP_TRACE: "1" }, "SHOP_TRACE")).toBe(true);
		expect(readSetting({ MAIL_FROM: "shop@shop.test" }, "MAIL_FROM")).toBe("shop@shop.test");
	});

	it.each([undefined, "", "-1", "many", "2.5", 7])("is the default if it is %j", (value) => {
		expect(readSetting({ SIGN_IN_TRIES: value }, "SIGN_IN_TRIES")).toBe(20);
	});

	it("is never the default if it is required", () => {
		expect(() => readSetting({}, "SHOP_ORIGIN")).toThrow("is missing");
		expect(() => readSetting({ SHOP_ORIGIN: "shop" }, "SHOP_ORIGIN")).toThrow("is missing");
	});
});
