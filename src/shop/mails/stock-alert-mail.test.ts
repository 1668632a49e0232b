import { expect, it } from "vitest";
import { renderMail } from "./layout.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";

it("has a link to the tool and one that stops all alerts", () => {
	const mail = stockAlertMail("Pump", "https://shop.test/tools/pump", "https://shop.test/stop");
	const { subject, text } = renderMail(mail);
	expect(subject).toBe("Pump is back in stock");
	expect(text).toMatchInlineSnapshot(`
		"Pump is in stock again. You asked us to tell you. Order it here:

		https://shop.test/tools/pump

		This is the only e-mail about it, unless you ask again. To stop the ones about other tools too:

		https://shop.test/stop

		Cogsmith
		"
	`);
});
