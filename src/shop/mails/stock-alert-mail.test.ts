import { expect, it } from "vitest";
import { renderMail } from "./layout.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";

it("has a link to the tool and one that stops all alerts", () => {
	const mail = stockAlertMail("Pump", "https://shop.test/tools/pump", "https://shop.test/stop");
	const { subject, text } = renderMail(mail);
	expect(subject).toBe("Pump is back in stock");
	expect(text).toMatchInlineSnapshot(`
		"You asked us to tell you: Pump is back in stock. Order it here:

		https://shop.test/tools/pump

		This is our only e-mail about this tool, unless you ask again. To stop e-mails about other tools too:

		https://shop.test/stop

		Cogsmith
		"
	`);
});
