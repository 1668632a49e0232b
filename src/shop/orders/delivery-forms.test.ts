import { expect, it } from "vitest";
import { shownName, withStored } from "./delivery-forms.ts";

const stored = { name: "Ada", phone: "1", line1: "Torstr. 5", city: "Berlin", postalCode: "10119" };
const send = (fields: object, shown?: object) =>
	Object.fromEntries(
		withStored(
			new URLSearchParams({
				...fields,
				...(shown && { [shownName]: new URLSearchParams({ ...shown }).toString() }),
			}),
			stored,
		),
	);
const former = { ...stored, name: "Grace", line1: "Ring 1", city: "Wien", postalCode: "1010" };

it("keeps what another tab has stored since the form was shown, an address as a whole", () => {
	expect(send({ ...former, phone: "2" }, former)).toEqual({ ...stored, phone: "2" });
	const moved = { ...former, city: "Graz" };
	expect(send(moved, former)).toEqual({ ...moved, name: "Ada" });
	expect(send(former)).toEqual(former);
});
