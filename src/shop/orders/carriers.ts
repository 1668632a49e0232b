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
	"Royal Mail": "https://www.royalmail.com/track-your-item#/tracking-results/",
	UPS: "https://www.ups.com/track?tracknum=",
	USPS: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
};

/** The names of the usual carriers. */
export const carriers: readonly string[] = Object.keys(trackingPages);

const pagesByKey = new Map(
	Object.entries(trackingPages).map(([name, page]) => [name.toLowerCase(), page]),
);

/** The link to a parcel, or undefined if there is no number or the carrier is none of these. */
export function trackingUrl(carrier: string, trackingNumber: string): string | undefined {
	const page = pagesByKey.get(carrier.trim().toLowerCase());
	if (!page || !trackingNumber) return undefined;
	return page + encodeURIComponent(trackingNumber);
}

/** Converts a shipment's id, carrier and number to the API's format. */
export function toParcel(id: string, carrier: string, trackingNumber: string): Parcel {
	const url = trackingUrl(carrier, trackingNumber);
	return { _id: id, carrier, trackingNumber, ...(url && { trackingUrl: url }) };
}
