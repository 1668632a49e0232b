/** Links to the parcels of the usual carriers, by the addresses of their public tracking pages. */
import type { Parcel } from "./lines.ts";

/** What precedes the tracking number in the URL, by the carrier's name. */
const trackingPages: Record<string, string> = {
	"Australia Post": "https://auspost.com.au/mypost/track/#/details/",
	"Canada Post": "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=",
	DHL: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
	DPD: "https://tracking.dpd.de/status/en_US/parcel/",
	FedEx: "https://www.fedex.com/fedextrack/?trknbr=",
	GLS: "https://gls-group.eu/track/",
	Hermes: "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#",
	"La Poste": "https://www.laposte.fr/outils/suivre-vos-envois?code=",
	"Österreichische Post": "https://www.post.at/sv/sendungsdetails?snr=",
	// Asks for the postal code, which its links to a parcel at once would contain.
	PostNL: "https://jouw.postnl.nl/track-and-trace/",
	"Royal Mail": "https://www.royalmail.com/track-your-item#/tracking-results/",
	"Swiss Post": "https://service.post.ch/ekp-web/ui/entry/search/",
	UPS: "https://www.ups.com/track?tracknum=",
	USPS: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
};

/** The names of the usual carriers. */
export const carriers: readonly string[] = Object.keys(trackingPages);

/** What a carrier's name is found by: files may have "Ö" as two characters. */
const keyOf = (carrier: string) => carrier.trim().normalize("NFC").toLowerCase();

const pagesByKey = new Map(
	Object.entries(trackingPages).map(([name, page]) => [keyOf(name), page]),
);

/** The link to a parcel, or undefined if there is no number or the carrier is none of these. */
export function trackingUrl(carrier: string, trackingNumber: string): string | undefined {
	const page = pagesByKey.get(keyOf(carrier));
	if (!page || !trackingNumber) return undefined;
	return page + encodeURIComponent(trackingNumber);
}

/** Converts a shipment's id, carrier and number to the API's format. */
export function toParcel(id: string, carrier: string, trackingNumber: string): Parcel {
	const url = trackingUrl(carrier, trackingNumber);
	return { _id: id, carrier, trackingNumber, ...(url && { trackingUrl: url }) };
}
