import { expect, it } from "vitest";
import { toParcel, trackingUrl } from "./carriers.ts";

it.each([
	["Australia Post", "https://auspost.com.au/mypost/track/#/details/A1"],
	["Canada Post", "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=A1"],
	["DHL", "https://www.dhl.com/global-en/home/tracking.html?tracking-id=A1"],
	["DPD", "https://tracking.dpd.de/status/en_US/parcel/A1"],
	["FedEx", "https://www.fedex.com/fedextrack/?trknbr=A1"],
	["GLS", "https://gls-group.eu/track/A1"],
	["Hermes", "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#A1"],
	["La Poste", "https://www.laposte.fr/outils/suivre-vos-envois?code=A1"],
	["Österreichische Post", "https://www.post.at/sv/sendungsdetails?snr=A1"],
	["PostNL", "https://jouw.postnl.nl/track-and-trace/A1"],
	["Royal Mail", "https://www.royalmail.com/track-your-item#/tracking-results/A1"],
	["Swiss Post", "https://service.post.ch/ekp-web/ui/entry/search/A1"],
	["UPS", "https://www.ups.com/track?tracknum=A1"],
	["USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels=A1"],
])("links a number of %s", (carrier, url) => {
	expect(trackingUrl(carrier, "A1")).toBe(url);
});

it("links the number of a known carrier, however its name is written", () => {
	expect(trackingUrl(" ups ", "1Z 9/9")).toBe("https://www.ups.com/track?tracknum=1Z%209%2F9");
	const decomposed = "o\u0308sterreichische post";
	expect(trackingUrl(decomposed, "A1")).toBe(trackingUrl("Österreichische Post", "A1"));
});

it("links nothing without a number, or of another carrier", () => {
	expect(trackingUrl("UPS", "")).toBeUndefined();
	expect(trackingUrl("The bicycle courier", "7")).toBeUndefined();
});

it("a parcel has the link of its number, if there is one", () => {
	expect(toParcel("1", "GLS", "A1")).toEqual({
		_id: "1",
		carrier: "GLS",
		trackingNumber: "A1",
		trackingUrl: "https://gls-group.eu/track/A1",
	});
	expect(toParcel("2", "", "")).toEqual({ _id: "2", carrier: "", trackingNumber: "" });
});
