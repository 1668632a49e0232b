import { expect, it } from "vitest";
import { digestMail } from "./digest-mail.ts";
import { renderMail } from "./layout.ts";

it("has what was paid and what is low in stock, each with a link", () => {
	const digest = {
		orders: [
			{
				number: 1001,
				lines: [
					{ name: "Torque wrench", quantity: 2 },
					{ name: "Hook", quantity: 1 },
				],
				totalCents: 6900,
				currency: "USD",
			},
		],
		orderCount: 3,
		lowTools: [
			{ name: "Chain breaker", quantity: 4 },
			{ name: "Cone spanner", quantity: 0 },
		],
	};
	const mail = digestMail(digest, {
		manageOrders: "https://shop.test/orders",
		manageProducts: "https://shop.test/products",
		stop: "https://shop.test/stop",
	});
	const { subject, text, html } = renderMail(mail);
	expect(subject).toBe("3 new orders at Cogsmith");
	expect(text).toMatchInlineSnapshot(`
		"3 new orders were paid:

		Order 1001, 2 × Torque wrench, 1 × Hook: $69.00

		and 2 more

		Ship them here:

		https://shop.test/orders

		Low in stock:

		Cone spanner: sold out
		Chain breaker: 4 left

		Restock them here:

		https://shop.test/products

		To stop these e-mails to you:

		https://shop.test/stop

		Cogsmith
		"
	`);
	const links = [...html.matchAll(/<a ([^>]*)>([^<]*)</g)].map(([, attributes = "", label]) => [
		label,
		attributes.includes('class="text"') ? "text" : "button",
	]);
	expect(links).toEqual([
		["Manage orders", "button"],
		["Manage products", "button"],
		["Stop the digest", "text"],
	]);
});
