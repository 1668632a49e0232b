import { describe, expect, it } from "vitest";
import { name as shopName } from "../../config/config.ts";
import { type EditableMail, editableMails, mailPlaceholders } from "../settings/mail-texts.ts";
import { parseSetting } from "../settings/settings.ts";
import { renderMail } from "./layout.ts";
import { sampleMail } from "./sample-mails.ts";

const own = { subject: "{shop} says", opening: "Welcome to {shop}.\nGood day.", closing: "Bye." };
const textOf = (kind: EditableMail, texts = {}) => renderMail(sampleMail(kind, texts)).text;

describe("the owner's texts", () => {
	it.each(editableMails)("of %s have their places, and what the e-mail is about stays", (kind) => {
		const { subject, text } = renderMail(sampleMail(kind, own));
		expect(subject).toBe(`${shopName} says`);
		expect(text).toContain(`Welcome to ${shopName}.\nGood day.`);
		expect(text.trimEnd().split("\n\n").slice(-2)).toEqual(["Bye.", shopName]);
		const [usual, mine] = [textOf(kind), text].map((all) => new Set(all.split("\n")));
		// All but one sentence at most.
		expect([...(usual ?? [])].filter((line) => !mine?.has(line)).length).toBeLessThanOrEqual(1);
	});

	it("stand after the name of the reader, where there is one", () => {
		const paragraphs = textOf("order.shipped", { opening: "{order} left, {name}." }).split("\n\n");
		expect(paragraphs.slice(0, 2)).toEqual(["Hello Robin Rider,", "1001 left, Robin Rider."]);
	});

	it("know the names of their e-mail alone", () => {
		const name = (text: string, kind: EditableMail = "order.paid") =>
			parseSetting("mails", { [kind]: { opening: text } });
		expect(name("{order} {name} {shop}")).toHaveProperty("value");
		expect(name("{oder}")).toEqual({
			errors: {
				"order.paid.opening": "{oder} has no meaning in this e-mail. Use {order}, {name}, {shop}.",
			},
		});
		// Who is asked to pay may be somebody else.
		expect(name("Hello {name}", "order.placed")).toHaveProperty("errors");
		expect(mailPlaceholders["order.expiring"]).not.toContain("name");
	});

	it("are no script, no further line of a subject, and not endless", () => {
		const parse = (texts: object) => parseSetting("mails", { "order.paid": texts });
		expect(parse({ subject: "One\nBcc: all@example.test" })).toHaveProperty("errors");
		expect(parse({ opening: "x".repeat(501) })).toHaveProperty("errors");
		expect(parse({ intro: "x" })).toHaveProperty("errors");
		expect(parseSetting("mails", { "stock.low": {} })).toHaveProperty("errors");
		const { html } = renderMail(sampleMail("order.paid", { opening: "<script>x</script>" }));
		expect(html).toContain("&lt;script&gt;x");
	});
});
