import { expect, it } from "vitest";
import { type MailBlock, renderMail } from "./layout.ts";

const blocks: MailBlock[] = [
	{ text: ["One <b>&", "two"] },
	{ rows: [{ label: '"Sum"', value: "$1.00", isTotal: true }] },
	{ link: { label: "Open <it>", url: "https://shop.test/a?b=1&c=2" } },
];

it("escapes every text in HTML, and none in text", () => {
	const { text, html } = renderMail({ subject: "A <subject>", blocks });
	expect(text).toBe('One <b>&\ntwo\n\n"Sum": $1.00\n\nhttps://shop.test/a?b=1&c=2\n\nCogsmith\n');
	expect(html).toContain("One &lt;b&gt;&amp;<br>two");
	expect(html).toContain("&quot;Sum&quot;");
	expect(html).toContain('href="https://shop.test/a?b=1&amp;c=2">Open &lt;it&gt;</a>');
	expect(html).toContain("<title>A &lt;subject&gt;</title>");
});

it("has a button, and a link that looks like text", () => {
	const link = { label: "Stop", url: "https://shop.test/stop" };
	const html = (isText: boolean) =>
		renderMail({ subject: "S", blocks: [{ link: { ...link, isText } }] }).html;
	expect(html(false)).toMatch(/<a style="display:inline-block[^>]*background:[^>]*>Stop</);
	expect(html(true)).toContain(
		'<a class="text" style="color:inherit" href="https://shop.test/stop">',
	);
});

it("has a subject of one line", () => {
	const { subject } = renderMail({ subject: "Order\r\nBcc: all@example.test", blocks });
	expect(subject).toBe("Order Bcc: all@example.test");
});

it("fits a narrow screen: nothing has a width of its own, and long words break", () => {
	const { html } = renderMail({ subject: "Order", blocks });
	const widths = [...html.matchAll(/(?<!max-)width[=:]"?([^";>,]+)/g)].map(([, width]) => width);
	expect(new Set(widths)).toEqual(new Set(["device-width", "100%"]));
	expect(html).toContain("overflow-wrap:anywhere");
});

it("keeps amounts and short labels on one line", () => {
	const rows = [{ label: "Transaction", value: "pi_3PqX9aBcDeFgHiJk1LmNoPqR" }];
	const { html } = renderMail({ subject: "Order", blocks: [...blocks, { rows }] });
	expect(html).toMatch(/white-space:nowrap">\$1\.00</);
	expect(html).toMatch(/white-space:nowrap">Transaction</);
	expect(html).toMatch(/overflow-wrap:anywhere">pi_/);
	const longest = { label: "Fifteen letters", value: "Eighteen letters. " };
	const wrapped = renderMail({
		subject: "Order",
		blocks: [{ rows: [longest, { label: `${longest.label}.`, value: `${longest.value}.` }] }],
	}).html;
	expect(wrapped).toMatch(/nowrap">Fifteen letters<.*nowrap">Eighteen letters. </);
	expect(wrapped).toMatch(/anywhere">Fifteen letters.<.*anywhere">Eighteen letters. .</);
});

it("loads nothing: no image, no font, no style sheet, no script", () => {
	const { html } = renderMail({ subject: "Order", blocks });
	expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/);
});
